import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { CardEncryptionKey, Checkout } from '#contract/checkout.ts'
import { compress } from '#http/compress.ts'
import { serveStates } from '../../gallery/serve-states.ts'
import type { GalleryState } from '../../gallery/states/state.ts'
import { GALLERY_STATES } from '../../gallery/states/states.ts'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'

export interface ServedPages {
  ours: string
  /** The same with Pix first and chosen, and the card second. */
  cardSecond: string
  static: string
  /** Pages of two card keys: one that the frame seals for as JWE, and one with the sealing of Adyen. */
  sealing: Record<'own' | 'adyen', string>
  /** The compressed document. */
  htmlBytes: number
  close(): Promise<void>
}

const LANGUAGE = 'pt-BR'
const ADYEN_SEALING = {
  scheme: 'adyen-jwe',
  alg: 'RSA-OAEP-256',
  enc: 'A256GCM',
  header: { version: '1' },
} as const
/** Markup that a static page would lack. */
const ALIVE =
  /<script\b[^>]*>.*?<\/script>|<template>.*?<\/template>|<link rel="(?:modulepreload|icon|preconnect)"[^>]*>/gs
const CARD_FRAME = /<iframe[^>]* src="([^"]+)"/
/** The placeholder in place of the card frame. */
const EMPTY_FIELDS = /<div class="empty".*?(?:<\/div>){4}(?=<\/div>)/s
const FORM = /<form\b[^>]*>(.*?)<\/form>/s

/** Serves a build's open page with its card frame, and the baseline: its HTML without script, with the card's fields inline. */
export async function openPages(directory: string): Promise<ServedPages> {
  const state = GALLERY_STATES.find(({ name }) => name === 'open')
  const session = state?.session
  if (state === undefined || session === undefined || session instanceof Error)
    throw new Error('the gallery has no open page')
  const withChanges = (name: string, changes: Partial<Checkout>): GalleryState => ({
    ...state,
    name,
    session: { ...session, ...changes },
  })
  const withKey = (name: string, cardEncryptionKey: CardEncryptionKey) =>
    withChanges(name, { cardEncryptionKey })
  const cardSecond = withChanges('card-second', { paymentMethods: ['pix', 'card', 'boleto'] })
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const key = { kid: 'bench', kty: 'RSA', n, e } as const
  const own = withKey('sealed', key)
  const adyen = withKey('sealed-for-adyen', { ...key, sealing: ADYEN_SEALING })
  const served = await serveStates([state, cardSecond, own, adyen], { directory })
  const ours = served.urlOf(state, LANGUAGE)
  const html = await (await fetch(ours)).text()
  const body = await compress((await withCardFields(html)).replaceAll(ALIVE, ''), 'br')
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'br',
      'Content-Length': body.length,
    })
    response.end(body)
  }).listen(0, LOOPBACK)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ours,
    cardSecond: served.urlOf(cardSecond, LANGUAGE),
    sealing: { own: served.urlOf(own, LANGUAGE), adyen: served.urlOf(adyen, LANGUAGE) },
    static: `http://${LOOPBACK}:${port}/`,
    htmlBytes: (await compress(html, 'br')).length,
    async close() {
      server.closeAllConnections()
      server.close()
      await served.close()
    },
  }
}

async function withCardFields(html: string): Promise<string> {
  const address = CARD_FRAME.exec(html)?.[1]
  if (address === undefined) throw new Error('the page has no card frame')
  const frame = await (await fetch(address.replaceAll('&amp;', '&'))).text()
  const fields = FORM.exec(frame)?.[1]
  if (fields === undefined) throw new Error('the card frame has no fields')
  return html.replace(EMPTY_FIELDS, () => fields)
}

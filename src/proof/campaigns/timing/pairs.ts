import { crc32 } from 'node:zlib'
import { Session } from '#contract/session.ts'
import type { Dice } from '../shared/dice.ts'
import { openFuzzStage, type Party } from '../fuzz/stage.ts'
import { makeApiKey } from '#domain/api-key.ts'
import { encodeBase62 } from '#domain/base62.ts'
import { REFERENCE_BYTES, formatReference } from '#domain/reference.ts'
import { signWebhook, verifyWebhookSignature } from '#domain/webhook-signature.ts'
import { API_URL } from '../../testing/api-url.ts'

/** Two classes of inputs whose responses must take the same time. */
export interface Pair {
  name: string
  /** Differs by design, to show that the measurement works. */
  isControl?: true
  classes: readonly [string, string]
  /** Makes a request with an input of the class. */
  ask(which: 0 | 1, index: number): Promise<unknown>
}

/** Different inputs per class, so that no single input is measured. */
export const INPUTS = 64
const SECRET_BYTES = 32
const CHECKSUM_AT = 51
const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const NOW = new Date('2026-11-20T16:25:00.000Z')

/** The pairs, over a real database. */
export async function openPairs(databaseUrl: string, dice: Dice) {
  const stage = await openFuzzStage(databaseUrl)
  const many = <T>(make: (index: number) => T) => Array.from({ length: INPUTS }, (_, i) => make(i))
  const bytes = (length: number) => Uint8Array.from({ length }, () => dice.below(256))
  const parties: Party[] = []
  // One after another: the machine may lack that many connections at once.
  while (parties.length < INPUTS) parties.push(await stage.newParty(null))
  const known = parties.map(({ apiKey }) => apiKey)
  const unknown = many(() => makeApiKey('sandbox', () => bytes(SECRET_BYTES)))
  const references: string[] = []
  for (const { id, apiKey } of parties) {
    const answer = await stage.fetch(
      new Request(`${API_URL}/v1/sessions`, {
        method: 'POST',
        headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
        body: JSON.stringify({ merchantId: id, amount: 100, currency: 'BRL' }),
      }),
    )
    references.push(
      Session.parse(await answer.json())
        .url.split('/')
        .at(-1) ?? '',
    )
  }
  const strangers = many(() => formatReference(bytes(REFERENCE_BYTES)))

  async function look(apiKey: string, path = '/v1/sessions?limit=1') {
    const answer = await stage.fetch(
      new Request(API_URL + path, { headers: { 'X-Api-Key': apiKey } }),
    )
    return answer.text()
  }
  const byKey = (keys: readonly [string[], string[]]) => (which: 0 | 1, index: number) =>
    look(keys[which][index] ?? '')
  const byReference = (all: readonly [string[], string[]]) => (which: 0 | 1, index: number) =>
    look(stage.checkoutKey, `/v1/checkout/${all[which][index] ?? ''}`)
  const asKnown = ['as one that there is', 'as one that there is not'] as const

  const pairs: Pair[] = [
    {
      name: 'keys, malformed or unknown',
      isControl: true,
      classes: ['malformed', 'unknown'],
      ask: byKey([unknown.map(spoilEnd), unknown.map(otherSecret)]),
    },
    {
      name: 'keys, but for the last character of the secret',
      classes: asKnown,
      ask: byKey([known.map(otherSecret), unknown.map(otherSecret)]),
    },
    {
      name: 'keys, but for their last character',
      classes: asKnown,
      ask: byKey([known.map(spoilEnd), unknown.map(spoilEnd)]),
    },
    {
      name: 'references, but for their last character',
      classes: asKnown,
      ask: byReference([references.map(spoilEnd), strangers.map(spoilEnd)]),
    },
    await signatures(many),
  ]
  return { pairs, close: () => stage.close() }
}

async function signatures(many: <T>(make: (index: number) => T) => T[]): Promise<Pair> {
  const genuine = await Promise.all(
    many(async (index) => {
      const message = { id: `evt_${index}`, body: `{"sequence":${index}}` }
      const signature = await signWebhook({ ...message, timestamp: NOW, secrets: [WEBHOOK_SECRET] })
      return { ...message, signature }
    }),
  )
  const changed = (signature: string, at: number) => {
    const raw = Buffer.from(signature.slice('v1,'.length), 'base64')
    raw[at] = (raw[at] ?? 0) ^ 1
    return `v1,${raw.toString('base64')}`
  }
  const received = [0, 31].map((at) =>
    genuine.map(({ id, body, signature }) => ({
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(NOW.getTime() / 1000),
        'webhook-signature': changed(signature, at),
      },
    })),
  )
  return {
    name: 'signatures of notifications',
    classes: ['wrong in the first byte', 'wrong in the last byte'],
    async ask(which, index) {
      const one = received[which]?.[index]
      if (one === undefined) throw new RangeError('there is no such input')
      return verifyWebhookSignature({ ...one, secrets: [WEBHOOK_SECRET], now: NOW })
    },
  }
}

/** Replaces the last character. */
function spoilEnd(text: string): string {
  return flat(text.slice(0, -1) + (text.endsWith('0') ? '1' : '0'))
}

/** Replaces the last character of the secret, and its checksum to match. */
function otherSecret(apiKey: string): string {
  const body = spoilEnd(apiKey.slice(0, CHECKSUM_AT))
  const checksum = new Uint8Array(4)
  new DataView(checksum.buffer).setUint32(0, crc32(body))
  return flat(body + encodeBase62(checksum, 6))
}

/** Flattens a concatenated string, whose first read would take longer; one from a socket is flat. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

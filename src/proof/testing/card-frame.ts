import { act } from '@testing-library/react'
import { afterEach } from 'vitest'
import type { CardFaults, FromFrame, Ready, ToFrame } from '../../page/card-frame/protocol.ts'
import { readFromFrame, readToFrame } from '../../page/card-frame/read-message.ts'

export const CARD_FRAME_ORIGIN = 'https://fields.example'

export const SEALED = {
  encrypted: 'header.key.iv.ciphertext.tag',
  brand: 'visa',
  lastFour: '4242',
} as const

const ALL_MISSING: CardFaults = {
  'card-number': 'missing',
  'card-expiry': 'missing',
  'card-code': 'missing',
  'card-name': 'missing',
}

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** A fake card frame: it speaks the frame's message protocol, and knows of a card only its errors. */
export function openCardFrame(iframe = document.querySelector('iframe')) {
  const { port1: port, port2: pagePort } = new MessageChannel()
  ports.push(port)
  const asked: ToFrame[] = []
  let faults = ALL_MISSING

  port.addEventListener('message', ({ data }) => {
    const message = readToFrame(data)
    if (message === undefined) throw new Error(`the page sent ${JSON.stringify(data)}`)
    asked.push(message)
    if (message.type === 'seal') answer(message.id)
    if (message.type === 'forget-code') faults = { ...faults, 'card-code': 'missing' }
    if (message.type === 'show') faults = { ...faults, ...message.faults }
    if (message.type === 'show' || message.type === 'seal') sendFaults()
  })
  port.start()

  function answer(id: number) {
    if (Object.keys(faults).length === 0) send({ type: 'sealed', id, ...SEALED })
    else send({ type: 'faulty', id, faults })
  }

  function sendFaults() {
    send({ type: 'state', brand: null, isEmpty: faults === ALL_MISSING, faults })
  }

  function send(message: FromFrame) {
    if (readFromFrame(message) === undefined) throw new Error('no such message of the frame')
    port.postMessage(message)
  }

  return {
    /** Messages of the page, in order. */
    asked,
    send,
    /** Announces itself, as the frame's script does on start. */
    announce({
      origin = CARD_FRAME_ORIGIN,
      source = iframe?.contentWindow ?? null,
    }: { origin?: string; source?: Window | null } = {}) {
      const data: Ready = { type: 'card-frame-ready' }
      const event = new MessageEvent('message', { data, origin, source })
      Object.defineProperty(event, 'ports', { value: [pagePort] })
      act(() => void window.dispatchEvent(event))
    },
    /** The shopper types a valid card, or one with these errors. */
    type: (wrong: CardFaults = {}) => void (faults = wrong),
  }
}

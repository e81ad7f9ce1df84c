import { act } from '@testing-library/react'
import { afterEach, expect } from 'vitest'
import type { CardFaults, FromFrame, Ready, ToFrame } from '#page/card-frame/protocol.ts'
import { readFromFrame, readToFrame } from '#page/card-frame/read-message.ts'

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

/** A request for an envelope of a single payment, under any idempotency key. */
export function sealRequest(id: number) {
  return { type: 'seal', id, installments: 1, idempotencyKey: expect.any(String) }
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
  let sealedKey: string | null = null
  let canSealAgain = true
  let hasStarted = false

  port.addEventListener('message', ({ data }) => {
    if (!hasStarted) return
    const message = readToFrame(data)
    if (message === undefined) throw new Error(`the page sent ${JSON.stringify(data)}`)
    asked.push(message)
    if (message.type === 'seal') answer(message)
    if (message.type === 'forget-code') faults = { ...faults, 'card-code': 'missing' }
    if (message.type === 'show') faults = { ...faults, ...message.faults }
    if (message.type === 'show' || message.type === 'seal') sendFaults()
  })
  port.start()

  function answer({ id, idempotencyKey }: Extract<ToFrame, { type: 'seal' }>) {
    const isRepeated = sealedKey === idempotencyKey && canSealAgain
    if (!isRepeated && Object.keys(faults).length > 0) return send({ type: 'faulty', id, faults })
    sealedKey = idempotencyKey
    send({ type: 'sealed', id, ...SEALED })
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
    /** Announces the frame, as the script in its head does. Starts it, too, as its main script does, unless `starts` is false. */
    announce({
      origin = CARD_FRAME_ORIGIN,
      source = iframe?.contentWindow ?? null,
      starts = true,
    }: { origin?: string; source?: Window | null; starts?: boolean } = {}) {
      const data: Ready = { type: 'card-frame-ready' }
      const event = new MessageEvent('message', { data, origin, source })
      Object.defineProperty(event, 'ports', { value: [pagePort] })
      hasStarted = starts
      act(() => void window.dispatchEvent(event))
      if (starts) send({ type: 'state', brand: null, isEmpty: true, faults: {} })
    },
    /** Makes the frame forget the sealed card, as if it were loaded anew. */
    forgetSealed: () => void (canSealAgain = false),
    /** The shopper types a valid card, or one with these errors. */
    type: (wrong: CardFaults = {}) => void (faults = wrong),
  }
}

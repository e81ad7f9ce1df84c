import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Notification } from '#contract/event.ts'
import type { Session } from '#contract/session.ts'
import { eventBody, sealReference, unsealReference } from './event-body.ts'

const reference = 'R'.repeat(33)

function notification(description: string): Notification {
  const session = {
    id: 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye',
    url: `https://checkout.example/c/${reference}`,
    description,
  } as unknown as Session
  return {
    id: 'evt_0Tq4mFhZ7Rk2vXw9sLd3Ye',
    type: 'session.completed',
    timestamp: '2026-11-20T16:42:07.311Z',
    environment: 'sandbox',
    sequence: 2,
    data: { payment: { id: 'pay_1', note: description } as never, session },
  }
}

describe('eventBody', () => {
  it('writes the fields in a fixed order, the session first', () => {
    const { data, ...envelope } = notification('shoes')
    const { session, payment } = data
    expect(eventBody({ data, ...envelope })).toBe(
      JSON.stringify({ ...envelope, data: { session, payment } }),
    )
  })

  it('omits an absent session', () => {
    expect(eventBody({ ...notification(''), type: 'ping', sequence: 0, data: {} })).toMatch(
      /"sequence":0,"data":\{\}\}$/,
    )
  })
})

describe('sealReference', () => {
  it('replaces the reference by a placeholder', () => {
    const sealed = sealReference(eventBody(notification('shoes')), reference)
    expect(sealed).not.toContain(reference)
    expect(sealed).toContain('"https://checkout.example/c/{reference}"')
  })

  it('is inverted byte for byte, whatever text a merchant wrote into the session', () => {
    const trap = fc.constantFrom('/c/{reference}', `/c/${reference}`, '/c/{reference}"', '$&', "$'")
    const text = fc
      .array(fc.oneof(fc.string({ unit: 'binary' }), trap))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (description) => {
        const body = eventBody(notification(description))
        expect(unsealReference(sealReference(body, reference), reference)).toBe(body)
      }),
    )
  })

  it('does not change a body without a session', () => {
    const body = eventBody({ ...notification(''), type: 'ping', sequence: 0, data: {} })
    expect(sealReference(body, reference)).toBe(body)
  })
})

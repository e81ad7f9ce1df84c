import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { VerifiedNotification } from '#client/index.ts'
import { exampleSession, SESSION_ID } from '#proof/testing/client/session.fixture.ts'
import { HERO } from './catalog.ts'
import { type Order, proofOf, stateOf, applyEvent, withSession } from './order.ts'

const at = new Date('2026-11-20T16:42:08.000Z')
const order: Order = {
  id: 'V-0123456789AB',
  placedAt: at,
  product: HERO,
  variant: 'Medium',
  quantity: 1,
  sessions: [],
  events: [],
}
const opened = withSession(order, exampleSession())

function event(
  sequence: number,
  type: string,
  changes: Parameters<typeof exampleSession>[0] = {},
): VerifiedNotification {
  return {
    id: `evt_${String(sequence).padStart(22, '0')}`,
    type,
    timestamp: '2026-11-20T16:42:07.311Z',
    environment: 'sandbox',
    sequence,
    data: { session: exampleSession(changes) },
  }
}

const story = [
  event(1, 'payment.failed'),
  event(2, 'payment.requires_action', { paymentStatus: 'requires_action' }),
  event(3, 'payment.succeeded', { status: 'complete', paymentStatus: 'paid' }),
  event(4, 'session.completed', { status: 'complete', paymentStatus: 'paid' }),
  event(5, 'refund.succeeded', { status: 'complete', paymentStatus: 'refunded' }),
]

function after(events: readonly VerifiedNotification[], from = opened): Order {
  return events.reduce((order, next) => applyEvent(order, next, at), from)
}

describe('an order', () => {
  it('follows its events', () => {
    const states = story.map((_, index) => stateOf(after(story.slice(0, index + 1))))
    expect(states).toEqual(['unpaid', 'processing', 'paid', 'paid', 'refunded'])
  })

  it('ends in the same state for any order and any repetition of its events', () => {
    const shuffled = fc
      .shuffledSubarray([...story, ...story, ...story], { minLength: 15 })
      .filter((some) => some.length === 15)
    fc.assert(
      fc.property(shuffled, (events) => {
        expect(stateOf(after(events))).toBe('refunded')
      }),
    )
  })

  it('names the first event after which it was paid', () => {
    expect(proofOf(after(story))).toMatchObject({ type: 'payment.succeeded', sequence: 3 })
    expect(proofOf(after(story.slice(0, 2)))).toBeUndefined()
  })

  it("is paid by an event that arrives before the session's response", () => {
    const paid = after(story.slice(2, 3), order)
    expect(stateOf(paid)).toBe('paid')
    expect(stateOf(withSession(paid, exampleSession()))).toBe('paid')
  })

  it('is paid when any of its sessions is', () => {
    const other = exampleSession({ id: `${SESSION_ID.slice(0, -1)}0` })
    const twice = withSession(after([event(1, 'session.canceled', { status: 'canceled' })]), other)
    expect(stateOf(twice)).toBe('unpaid')
    const late = event(2, 'payment.late', { status: 'complete', paymentStatus: 'paid' })
    expect(stateOf(after([late], twice))).toBe('paid')
  })

  it('R-66: is not paid once a bank took the money back, nor by late money that goes back', () => {
    const reversed = event(6, 'payment.reversed', {
      status: 'complete',
      paymentStatus: 'paid',
      amountCaptured: 25_990,
      amountReversed: 25_990,
    })
    expect(stateOf(after([...story.slice(0, 4), reversed]))).toBe('taken_back')
    const late = event(1, 'payment.late', { status: 'expired', paymentStatus: 'paid' })
    expect(stateOf(after([late]))).toBe('expired')
    expect(proofOf(after([late]))).toBeUndefined()
  })

  it('keeps a bounded list', () => {
    const many = Array.from({ length: 80 }, (_, index) => event(index + 1, 'payment.failed'))
    expect(after(many).events).toHaveLength(50)
  })

  it('is not changed by a ping', () => {
    const { data: _, ...ping } = event(0, 'ping')
    expect(stateOf(after([{ ...ping, data: {} }]))).toBe('unpaid')
  })
})

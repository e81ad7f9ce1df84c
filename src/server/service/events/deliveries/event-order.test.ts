import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Event } from '#contract/event.ts'
import type { Session } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createPaidSession, createTestSession, type OpenSession } from '#proof/testing/shopper.ts'

const RUNS = 1000

type Notification = z.infer<typeof Event>['notification']

/** What a merchant stores of a session: the event with the highest sequence. */
interface Kept {
  sequence: number
  session: Session
}

function take(kept: Map<string, Kept>, { sequence, data: { session } }: Notification): void {
  if (session === undefined || (kept.get(session.id)?.sequence ?? 0) >= sequence) return
  kept.set(session.id, { sequence, session })
}

describe('a receiver that keeps the highest sequence', () => {
  let api: TestApi
  const opened: OpenSession[] = []
  const delivered: Notification[] = []
  const truth = new Map<string, Session>()
  beforeAll(async () => {
    api = await startTestApi()
    const paid = await createPaidSession(api)
    for (const amount of [100, 200])
      await api.merchant.post(`/v1/sessions/${paid.id}/refunds`, { amount })
    const declined = await createTestSession(api)
    await declined.payByCard('4000000000000002')
    await declined.payByCard('4242424242424242')
    const canceled = await createTestSession(api)
    await canceled.pay({ method: 'pix' })
    await api.merchant.post(`/v1/sessions/${canceled.id}/cancel`)
    opened.push(paid, declined, canceled)
    for (const open of opened) {
      delivered.push(...(await open.notifications()))
      truth.set(open.id, await open.read())
    }
  })
  afterAll(() => api.close())

  it('R-27: ends with the current state of every session under any order and duplication', () => {
    expect(delivered.length).toBeGreaterThan(7)
    const order = fc
      .array(fc.nat({ max: delivered.length - 1 }), { maxLength: 10 })
      .chain((again) =>
        fc.shuffledSubarray(
          [...delivered.keys(), ...again].map((index) => index),
          { minLength: delivered.length + again.length },
        ),
      )
    fc.assert(
      fc.property(order, (indexes) => {
        const kept = new Map<string, Kept>()
        for (const index of indexes) {
          const notification = delivered[index]
          if (notification) take(kept, notification)
        }
        for (const { id } of opened) expect(kept.get(id)?.session).toEqual(truth.get(id))
      }),
      { numRuns: RUNS },
    )
  })
})

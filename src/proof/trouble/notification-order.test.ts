import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '../testing/api.ts'
import { processorNotification } from '../testing/processor-notification.ts'
import { createTestSession, type OpenSession } from '../testing/shopper.ts'
import { readLedger } from '../testing/simulation.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { resolvePayments } from '#server/service/payments/resolve-payments.ts'

const RUNS = 50
const COPIES = 3

/** Events at the processor before any notification. */
interface Story {
  second: 'pay' | 'decline'
  /** The first Pix was paid, too, after it had been replaced. */
  isFirstPaidLate: boolean
}

describe('notifications of the processor, each three times, in any order', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
    api.simulation.notifies = false
  })
  afterAll(() => api.close())

  let count = 0
  async function notify(paymentId: string): Promise<void> {
    const id = `ntf_${(count += 1)}`
    const request = await processorNotification(paymentId, { id, at: api.clock.now() })
    const response = await api.fetch(request)
    expect(response.status).toBe(204)
  }

  const pix = async (open: OpenSession) =>
    (await open.pay({ method: 'pix' })).as(Checkout).payment?.id ?? ''

  async function play(story: Story): Promise<{ open: OpenSession; paymentIds: string[] }> {
    const open = await createTestSession(api, { customer: { email: 'fill_never@example.com' } })
    const first = await pix(open)
    await api.simulation.simulate(first, 'decline')
    await notify(first)
    const second = await pix(open)
    await api.simulation.simulate(second, story.second)
    if (story.isFirstPaidLate) await api.simulation.simulate(first, 'pay_late')
    return { open, paymentIds: [first, second] }
  }

  /** The end state. It omits which of two payments is kept, since that may depend on the order. */
  async function endOf(open: OpenSession) {
    // The worker inquires about a payment whose notifications came within one second of each other.
    api.clock.advance(1000)
    await resolvePayments(api.context)
    await finishRefunds(api.context)
    const { status, paymentStatus } = await open.read()
    const ledger = await readLedger(api.database, open.id)
    const types = (await open.notifications()).map(({ type }) => type)
    const sum = (kind: string) =>
      ledger
        .filter((entry) => entry.kind === kind)
        .reduce((total, { amountMinor }) => total + amountMinor, 0)
    return {
      status,
      paymentStatus,
      captured: sum('capture'),
      givenBack: sum('refund'),
      completions: types.filter((type) => type === 'session.completed').length,
      givenBackTold: types.filter((type) => type === 'refund.succeeded').length,
    }
  }

  it('R-10: have the effect of once and in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record<Story>({
          second: fc.constantFrom('pay', 'decline'),
          isFirstPaidLate: fc.boolean(),
        }),
        fc.infiniteStream(fc.nat()),
        fc.boolean(),
        async (story, numbers, isAtOnce) => {
          const inOrder = await play(story)
          for (const id of inOrder.paymentIds) await notify(id)

          const { open, paymentIds } = await play(story)
          const shuffled = Array.from({ length: COPIES }, () => paymentIds)
            .flat()
            .map((id) => ({ id, place: numbers.next().value }))
            .toSorted((one, other) => one.place - other.place)
          if (isAtOnce) await Promise.all(shuffled.map(({ id }) => notify(id)))
          else for (const { id } of shuffled) await notify(id)
          expect(await endOf(open)).toEqual(await endOf(inOrder.open))
        },
      ),
      { numRuns: RUNS },
    )
  })
})

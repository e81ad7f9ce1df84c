import { expect, it } from 'vitest'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { observePayment } from './observe-payment.ts'

const KNOWN = {
  paymentId: 'pay_1',
  method: 'card',
  amountMinor: 500,
  currency: 'BRL',
  references: {},
  state: {},
} as const
const CAPTURED = { status: 'succeeded', capturedMinor: 500, currency: 'BRL' } as const

/** Follows a payment that has this state at each look, the last one for good. */
async function observe(...looks: { status?: string; isTold?: boolean; refund?: string }[]) {
  let nowMs = 0
  let asked = 0
  const rest = [...looks]
  const processor = createScriptedProcessor()
  processor.script('inquire', { status: 'not_known_yet' })
  const done = await observePayment({
    processor,
    async read() {
      const look = (rest.length > 1 ? rest.shift() : rest[0]) ?? {}
      const { status = 'succeeded', isTold = false, refund } = look
      if (isTold) processor.script('inquire', CAPTURED)
      return {
        status,
        capturedMinor: 500,
        currency: 'BRL',
        told: { ...KNOWN, facts: isTold ? [{ code: 'CAPTURE' }] : [] },
        refunds: refund === undefined ? [] : [{ status: refund, amountMinor: 200 }],
      }
    },
    askForRefund: () => void asked++,
    waits: { paymentMs: 1000, settlingMs: 10, pollMs: 100, expiryMs: 1 },
    clock: () => new Date(nowMs),
    sleep: async (ms) => void (nowMs += ms),
    isBrokenOff: () => false,
    onResult: () => undefined,
  })
  const steps = done.steps.map(({ step, status, found }) => `${step} ${status}: ${found}`)
  return { steps, asked, calls: processor.calls.map(([call]) => call) }
}

it('a payment made on the page is followed: its capture, what is told of it, and a refund', async () => {
  const { steps, asked, calls } = await observe(
    { status: 'authorized' },
    { status: 'succeeded' },
    {},
    { isTold: true },
    { isTold: true, refund: 'pending' },
    { isTold: true, refund: 'succeeded' },
  )
  expect(steps).toEqual([
    'observe.paid passed: 500 BRL are captured, in the smallest unit',
    'observe.told passed: by CAPTURE',
    'observe.refund passed: 200 BRL have gone back, in the smallest unit',
  ])
  expect(asked).toBe(1)
  // Nothing but what is known is read.
  expect(new Set(calls)).toEqual(new Set(['inquire']))
})

it.each([
  [{ status: 'authorized' }, 'observe.paid failed: after 1 s it is authorized'],
  [{ status: 'succeeded' }, 'observe.told failed: after 1 s it is not_known_yet by what is told'],
  [{ isTold: true, refund: 'failed' }, 'observe.refund failed: after 1 s it is failed'],
  [{ isTold: true }, 'observe.refund failed: after 1 s it is not refunded'],
])('what does not come is a failure: %j', async (look, failure) => {
  const { steps } = await observe(look)
  expect(steps.find((step) => step.includes('failed:'))).toBe(failure)
  expect(steps).toHaveLength(3)
})

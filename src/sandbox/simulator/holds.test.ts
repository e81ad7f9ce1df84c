import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ProcessorSilent,
  type ProcessorPayment,
  type ProcessorSandbox,
} from '#server/processors/processor.ts'
import { openTestSimulator, type TestSimulator } from '#proof/testing/open-test-simulator.ts'

const SUCCESS = '4242424242424242'
const DAY_MS = 86_400_000
const AMOUNT = 25_990

describe('R-102: a card that is held', () => {
  let test: TestSimulator
  let sandbox: ProcessorSandbox
  beforeAll(async () => {
    test = await openTestSimulator({ timeoutMs: 2_000 })
    if (test.processor.sandbox === undefined) throw new Error('it has no sandbox')
    sandbox = test.processor.sandbox
  })
  afterAll(() => test.close())

  const create = async (number = SUCCESS, email?: string) => {
    const payment = await test.cardPayment(number, {
      captureMethod: 'manual',
      customer: { ...(email && { email }) },
    })
    return { payment, outcome: await test.processor.createPayment(payment) }
  }
  const hold = async (email?: string) => (await create(SUCCESS, email)).payment
  const capture = ({ paymentId, currency }: ProcessorPayment, amountMinor: number) =>
    test.processor.capturePayment({ paymentId, amountMinor, currency, sentAt: test.time.now })
  const inquire = ({ paymentId }: ProcessorPayment) => test.processor.inquire(paymentId)
  const cancel = ({ paymentId }: ProcessorPayment) => test.processor.cancelPayment(paymentId)
  const ledger = ({ paymentId }: ProcessorPayment) => test.ledgerOf(paymentId)
  const toldOf = ({ paymentId }: ProcessorPayment) =>
    test.received
      .map(({ body }) => JSON.parse(body))
      .filter((told) => told.paymentId === paymentId)
      .map(({ type }) => type)

  it('is authorized for seven days, and nothing is taken', async () => {
    const { payment, outcome } = await create()
    const captureBefore = new Date(test.time.now.getTime() + 7 * DAY_MS).toISOString()
    const authorized = {
      status: 'authorized',
      authorizedMinor: AMOUNT,
      currency: 'BRL',
      captureBefore,
    }
    expect(outcome).toMatchObject({
      ...authorized,
      card: { brand: 'visa', lastFour: '4242' },
      references: { authorizationCode: expect.stringMatching(/^\d{6}$/) },
    })
    expect(await inquire(payment)).toEqual(outcome)
    expect(await test.processor.createPayment(payment)).toEqual(outcome)
    expect(await ledger(payment)).toEqual([['authorization', AMOUNT]])
  })

  it('is held after a challenge, and after it was in processing', async () => {
    const challenged = await create('4000002500003155')
    expect(challenged.outcome.status).toBe('requires_action')
    const path = `/payments/${challenged.payment.paymentId}/simulate`
    await test.call('POST', path, { outcome: 'pass_challenge' })
    expect(await inquire(challenged.payment)).toMatchObject({ status: 'authorized' })
    const processing = await create('4000202000000004')
    await test.pass(5_000)
    expect(await inquire(processing.payment)).toMatchObject({ status: 'authorized' })
    expect(await ledger(processing.payment)).toEqual([['authorization', AMOUNT]])
    await test.pass(0)
    expect(toldOf(processing.payment)).toEqual(['payment.authorized'])
  })

  it.each([AMOUNT, 20_000])('captures %i once, and releases the rest', async (amount) => {
    const payment = await hold()
    const answers = await Promise.all([capture(payment, amount), capture(payment, amount)])
    for (const answer of [...answers, await capture(payment, AMOUNT)])
      expect(answer).toMatchObject({ status: 'captured', capturedMinor: amount, currency: 'BRL' })
    expect(await inquire(payment)).toMatchObject({ status: 'succeeded', capturedMinor: amount })
    expect(await ledger(payment)).toEqual([
      ['authorization', AMOUNT],
      ['capture', amount],
      ...(amount < AMOUNT ? [['void', AMOUNT - amount]] : []),
    ])
    expect(await cancel(payment)).toMatchObject({ status: 'succeeded', capturedMinor: amount })
  })

  it('refunds and takes back what was captured, and no more', async () => {
    const payment = await hold()
    await capture(payment, 20_000)
    const refund = { paymentId: payment.paymentId, currency: 'BRL' }
    const ask = (refundId: string, amountMinor: number) =>
      test.processor.createRefund({ ...refund, refundId, amountMinor })
    expect(await ask('re_0Tq4mFhZ7Rk2vXw9sLd3Ya', 20_001)).toMatchObject({ status: 'failed' })
    expect(await ask('re_0Tq4mFhZ7Rk2vXw9sLd3Yb', 20_000)).toMatchObject({ status: 'succeeded' })
    const take = (amountMinor: number) =>
      sandbox.simulate(payment.paymentId, { type: 'reverse', amountMinor })
    expect(await take(20_001)).toBe('not_possible')
    expect(await take(20_000)).toBe('done')
  })

  it.each([
    ['more than is held', AMOUNT + 1, 'BRL'],
    ['another currency', AMOUNT, 'USD'],
  ])('refuses a capture of %s, and stays held', async (_, amountMinor, currency) => {
    const payment = await hold()
    const refused = await capture({ ...payment, currency }, amountMinor)
    expect(refused).toEqual({ status: 'refused', reason: 'refused' })
    expect(await inquire(payment)).toMatchObject({ status: 'authorized' })
    expect(await capture(payment, AMOUNT)).toMatchObject({ status: 'captured' })
  })

  it('is released once, and cannot be captured then', async () => {
    const payment = await hold()
    for (const release of [await cancel(payment), await cancel(payment), await inquire(payment)])
      expect(release).toMatchObject({ status: 'voided', reason: 'requested' })
    expect(await capture(payment, AMOUNT)).toEqual({ status: 'refused', reason: 'refused' })
    expect(await ledger(payment)).toEqual([
      ['authorization', AMOUNT],
      ['void', AMOUNT],
    ])
  })

  it('is captured or released, never both, when both are asked for at once', async () => {
    for (let round = 0; round < 10; round++) {
      const payment = await hold()
      const [taken, released] = await Promise.all([capture(payment, AMOUNT), cancel(payment)])
      expect([taken.status, released.status].join()).toMatch(
        /^(captured,succeeded|refused,voided)$/,
      )
      expect(await ledger(payment)).toHaveLength(2)
    }
  })

  it('ends after seven days by itself, and tells of it', async () => {
    const payment = await hold()
    await test.pass(7 * DAY_MS)
    expect(await inquire(payment)).toMatchObject({ status: 'voided', reason: 'expired' })
    expect(await capture(payment, AMOUNT)).toEqual({ status: 'refused', reason: 'expired' })
    await test.pass(0)
    expect(toldOf(payment)).toEqual(['payment.voided'])
  })

  it('cannot be captured or released by request once its time is over', async () => {
    const [late, left] = [await hold(), await hold()]
    test.time.now = new Date(test.time.now.getTime() + 7 * DAY_MS)
    expect(await capture(late, AMOUNT)).toEqual({ status: 'refused', reason: 'expired' })
    expect(await cancel(left)).toMatchObject({ status: 'voided', reason: 'expired' })
  })

  it('is captured elsewhere, expires and fails on command', async () => {
    const elsewhere = await hold()
    expect(await sandbox.simulate(elsewhere.paymentId, { type: 'pay' })).toBe('done')
    expect(await inquire(elsewhere)).toMatchObject({ status: 'succeeded', capturedMinor: AMOUNT })
    const failed = { type: 'capture_failed' } as const
    expect(await sandbox.simulate(elsewhere.paymentId, failed)).toBe('done')
    expect(await inquire(elsewhere)).toMatchObject({ status: 'succeeded', reversedMinor: AMOUNT })
    expect(await sandbox.simulate(elsewhere.paymentId, failed)).toBe('not_possible')
    const expired = await hold()
    const over = { type: 'authorization_expired' } as const
    expect(await sandbox.simulate(expired.paymentId, failed)).toBe('not_possible')
    expect(await sandbox.simulate(expired.paymentId, over)).toBe('done')
    expect(await sandbox.simulate(expired.paymentId, over)).toBe('not_possible')
    const open = await create('4000202000000004')
    expect(await sandbox.simulate(open.payment.paymentId, { type: 'authorize' })).toBe('done')
    expect(await inquire(open.payment)).toMatchObject({ status: 'authorized' })
  })

  it('is listed as a capture alone', async () => {
    const since = test.time.now
    const payment = await hold()
    await capture(payment, 20_000)
    const { movements = [] } = (await test.processor.listMovements?.({ since })) ?? {}
    const own = movements.filter(({ id }) => id === payment.paymentId)
    expect(own).toMatchObject([{ kind: 'capture', amountMinor: 20_000 }])
  })

  it('ends after as many days as its account says', async () => {
    const other = await openTestSimulator({ captureWithinDays: 2 })
    const payment = await other.cardPayment(SUCCESS, { captureMethod: 'manual' })
    const captureBefore = new Date(other.time.now.getTime() + 2 * DAY_MS).toISOString()
    expect(await other.processor.createPayment(payment)).toMatchObject({ captureBefore })
    await other.close()
  })

  describe("by the payer's e-mail", () => {
    it('capture_fails: each capture is refused', async () => {
      const payment = await hold('capture_fails@example.com')
      for (let time = 0; time < 2; time++)
        expect(await capture(payment, AMOUNT)).toEqual({ status: 'refused', reason: 'refused' })
      expect(await inquire(payment)).toMatchObject({ status: 'authorized' })
    })

    it('capture_silent: it is captured without an answer', async () => {
      const payment = await hold('capture_silent@example.com')
      await expect(capture(payment, AMOUNT)).rejects.toBeInstanceOf(ProcessorSilent)
      expect(await capture(payment, AMOUNT)).toMatchObject({ status: 'captured' })
    })

    it('void_silent: it is released without an answer', async () => {
      const payment = await hold('void_silent@example.com')
      await expect(cancel(payment)).rejects.toBeInstanceOf(ProcessorSilent)
      expect(await cancel(payment)).toMatchObject({ status: 'voided' })
    })

    it('hold_ends: it ends at once', async () => {
      const payment = await hold('hold_ends@example.com')
      await test.pass(0)
      expect(await inquire(payment)).toMatchObject({ status: 'voided', reason: 'expired' })
    })

    it('capture_reversed: it fails after 5 seconds, and is made again 10 seconds later', async () => {
      const payment = await hold('capture_reversed@example.com')
      await capture(payment, 20_000)
      await test.pass(4_999)
      expect(await inquire(payment)).not.toHaveProperty('reversedMinor')
      await test.pass(1)
      expect(await inquire(payment)).toMatchObject({ reversedMinor: 20_000 })
      await test.pass(10_000)
      expect(await inquire(payment)).toMatchObject({
        reversedMinor: 20_000,
        reinstatedMinor: 20_000,
      })
      await test.pass(0)
      expect(toldOf(payment)).toEqual([
        'payment.succeeded',
        'payment.reversed',
        'payment.reinstated',
      ])
      expect(await ledger(payment)).toEqual([
        ['authorization', AMOUNT],
        ['capture', 20_000],
        ['void', AMOUNT - 20_000],
        ['reversal', 20_000],
        ['reinstatement', 20_000],
      ])
      const since = new Date(0)
      const { movements = [] } = (await test.processor.listMovements?.({ since })) ?? {}
      const own = movements.filter(({ id }) => id === payment.paymentId)
      expect(own.map(({ kind }) => kind)).toEqual(['capture', 'reversal', 'reinstatement'])
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PaymentList } from '#contract/payment.ts'
import { Refund } from '#contract/refund.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { reconcileRecentDays } from '#server/service/payments/reconcile-recent-days.ts'
import { reconcile } from '#server/service/payments/reconcile.ts'
import { openPixCheckout, type PixCheckout } from '../testing/open-pix-checkout.ts'
import type { OpenSession } from '../testing/shopper.ts'

const MINUTE_MS = 60_000
const PRICE = 25_990

describe('R-52: a second Pix of a code, after the first was booked', () => {
  let checkout: PixCheckout
  beforeAll(async () => {
    checkout = await openPixCheckout()
  })
  afterAll(() => checkout.close())

  const pay = (code: string): string => {
    const paid = checkout.bank.control.pay(code, { isTooLate: true })
    if (paid.status !== 'paid') throw new Error(paid.reason)
    return paid.endToEndIds[0] ?? ''
  }
  /** Makes a session whose payment is booked; returns the session, its code and the first Pix. */
  const booked = async () => {
    const { open, code } = await checkout.charge()
    const first = pay(code)
    await checkout.pass(10 * MINUTE_MS)
    expect((await open.read()).paymentStatus).toBe('paid')
    await checkout.pass(MINUTE_MS)
    return { open, code, first }
  }
  const work = async (rounds = 3) => {
    for (let round = 0; round < rounds; round += 1) {
      await finishRefunds(checkout.api.context)
      await checkout.pass(20 * MINUTE_MS)
      await checkout.bank.control.runDue()
    }
  }
  const movedOf = (...endToEndIds: string[]) =>
    checkout.bank.control
      .ledger()
      .filter((entry) => endToEndIds.includes(entry.endToEndId))
      .map(({ kind, amountMinor, endToEndId }) => [
        kind,
        amountMinor,
        endToEndIds.indexOf(endToEndId) + 1,
      ])
  const paymentsOf = async ({ id }: OpenSession) =>
    (await checkout.api.merchant.get(`/v1/sessions/${id}/payments`)).as(PaymentList).data
  const differences = async () =>
    (await reconcile(checkout.api.context, new Date(0)))?.differences ?? []

  it('R-52: is owed back once its webhook names it, and returned to whom it came from', async () => {
    const { open, code, first } = await booked()
    const before = await open.read()
    const second = pay(code)
    expect(await checkout.notify(second)).toBe(204)
    expect((await open.read()).amountOwed).toBe(PRICE)
    await work()
    expect(movedOf(first, second)).toEqual([
      ['received', PRICE, 1],
      ['received', PRICE, 2],
      ['refunded', PRICE, 2],
    ])
    const after = await open.read()
    expect(after).toMatchObject({ amountOwed: 0, amountRefunded: 0, amountCaptured: PRICE })
    expect(after.payment).toEqual(before.payment)
    expect(after.attempts).toBe(before.attempts)
    const payments = await paymentsOf(open)
    expect(payments).toEqual([
      expect.objectContaining({ status: 'failed', late: true, amountCaptured: PRICE }),
      expect.objectContaining({ status: 'succeeded', late: false, amountCaptured: PRICE }),
    ])
    expect(await checkout.api.sql('select id from payments where merchant_id is null')).toEqual([])
    expect(payments[0]?.txid).toBe(payments[1]?.txid)
    const told = (await open.notifications()).map(({ type }) => type)
    expect(told.slice(-2)).toEqual(['payment.late', 'refund.succeeded'])
    expect((await open.look()).payment?.status).toBe('succeeded')
    await checkout.pass(60 * MINUTE_MS)
    expect(await differences()).toEqual([])
  })

  it('R-52: is given back as soon as the bank says so by webhook', async () => {
    const { open, code } = await booked()
    const second = pay(code)
    await checkout.notify(second)
    await finishRefunds(checkout.api.context)
    await checkout.pass(3000)
    expect((await open.read()).amountRefundPending).toBe(PRICE)
    await checkout.bank.control.runDue()
    await checkout.notify(second)
    await finishRefunds(checkout.api.context)
    const told = (await open.notifications()).map(({ type }) => type)
    expect(told.at(-1)).toBe('refund.succeeded')
  })

  it('R-52: is booked once, however often it is named', async () => {
    const { open, code } = await booked()
    const second = pay(code)
    await Promise.all([checkout.notify(second), checkout.notify(second)])
    await checkout.pass(2 * MINUTE_MS)
    await checkout.pass(2 * MINUTE_MS)
    expect(await paymentsOf(open)).toHaveLength(2)
    await work()
    const third = pay(code)
    await checkout.notify(third)
    await work()
    expect(await paymentsOf(open)).toHaveLength(3)
    expect(movedOf(second, third).filter(([kind]) => kind === 'refunded')).toEqual([
      ['refunded', PRICE, 1],
      ['refunded', PRICE, 2],
    ])
  })

  it('R-52: is found by reconciliation when its webhook is lost, and then given back', async () => {
    const { open, code, first } = await booked()
    const second = pay(code)
    await checkout.pass(60 * MINUTE_MS)
    const { id } = (await open.read()).payment ?? { id: '' }
    const theirs = { amountMinor: 2 * PRICE, currency: 'BRL' }
    expect(await differences()).toEqual([
      expect.objectContaining({ difference: 'amount', id, theirs }),
    ])
    await reconcileRecentDays(checkout.api.context, checkout.api.metrics)
    await checkout.pass(1)
    await work()
    expect(movedOf(first, second).at(-1)).toEqual(['refunded', PRICE, 2])
    await checkout.pass(60 * MINUTE_MS)
    expect(await differences()).toEqual([])
  })

  it('R-52: is not owed where the bank took a Pix of the code back meanwhile', async () => {
    const { open, code, first } = await booked()
    const second = pay(code)
    checkout.bank.control.takeBack(second)
    expect(await checkout.notify(second)).toBe(204)
    expect(await open.read()).toMatchObject({ amountOwed: 0, amountReversed: 0 })
    await work()
    expect(movedOf(first, second).filter(([kind]) => kind === 'refunded')).toEqual([])
    await checkout.pass(60 * MINUTE_MS)
    expect(await differences()).toEqual([])
    await checkout.pass(MINUTE_MS)
    checkout.bank.control.takeBack(first)
    expect(await checkout.notify(first)).toBe(204)
    expect(await open.read()).toMatchObject({ amountReversed: PRICE })
    await checkout.pass(60 * MINUTE_MS)
    expect(await differences()).toEqual([])
  })

  it("R-52: leaves the merchant's own refund whole: it never exceeds one Pix", async () => {
    const { open, code, first } = await booked()
    const second = pay(code)
    await checkout.notify(second)
    const refund = (amount: number | undefined, key: string) =>
      checkout.api.merchant.post(
        `/v1/sessions/${open.id}/refunds`,
        amount === undefined ? {} : { amount },
        { 'idempotency-key': key },
      )
    expect((await refund(PRICE + 1, 'more')).status).toBe(422)
    const refunded = (await refund(undefined, 'all')).as(Refund)
    expect(refunded.amount).toBe(PRICE)
    expect((await refund(1, 'again')).status).toBe(422)
    await work()
    const returned = movedOf(first, second).filter(([kind]) => kind === 'refunded')
    expect(new Set(returned.map(([, , of]) => of))).toEqual(new Set([1, 2]))
    expect(returned.map(([, amount]) => amount)).toEqual([PRICE, PRICE])
    expect(await open.read()).toMatchObject({ paymentStatus: 'refunded', amountRefunded: PRICE })
  })
})

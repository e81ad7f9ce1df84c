import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refund } from '#contract/refund.ts'
import { decideMismatch } from '#server/service/payments/decide-mismatch.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { reconcile } from '#server/service/payments/reconcile.ts'
import { openPixCheckout, type PixCheckout } from '../testing/open-pix-checkout.ts'
import type { OpenSession } from '../testing/shopper.ts'

const MINUTE_MS = 60_000
const PRICE = 25_990
const ALL = 2 * PRICE
const RETURN = 'PUT /pix/:e2eid/devolucao/:id'
const OPERATOR = { kind: 'command', user: 'ana', command: 'payments' } as const

describe('R-55: a refund of a payment that several Pix have paid', () => {
  let checkout: PixCheckout
  beforeAll(async () => {
    checkout = await openPixCheckout()
  })
  afterAll(() => checkout.close())

  /** Makes a payment whose code was paid by two Pix at once, and which an operator has accepted. */
  const accepted = async () => {
    const { api, bank, charge, pass } = checkout
    const { open, code } = await charge()
    bank.control.plan('payment', 'twice')
    const paid = bank.control.pay(code)
    if (paid.status !== 'paid') throw new Error(paid.reason)
    await pass(10 * MINUTE_MS)
    const paymentId = (await open.read()).payment?.id ?? ''
    await decideMismatch(api.context, { paymentId, decision: 'accept', actor: OPERATOR })
    expect(await open.read()).toMatchObject({ paymentStatus: 'paid', amountCaptured: ALL })
    return { open, endToEndIds: paid.endToEndIds }
  }
  const refund = async ({ id }: OpenSession, amount: number) => {
    const path = `/v1/sessions/${id}/refunds`
    const answer = await checkout.api.merchant.post(path, { amount }, { 'idempotency-key': 'all' })
    return answer.as(Refund)
  }
  const work = async (rounds = 6) => {
    for (let round = 0; round < rounds; round += 1) {
      await finishRefunds(checkout.api.context)
      await checkout.pass(20 * MINUTE_MS)
      await checkout.bank.control.runDue()
    }
  }
  /** The refunded amounts of each Pix. */
  const returned = (endToEndIds: readonly string[]) =>
    endToEndIds.map((endToEndId) =>
      checkout.bank.control
        .ledger()
        .filter((entry) => entry.endToEndId === endToEndId && entry.kind === 'refunded')
        .map(({ amountMinor }) => amountMinor),
    )
  const toldOf = async (open: OpenSession) =>
    (await open.notifications()).map(({ type }) => type).filter((type) => type.startsWith('refund'))
  const differences = async () =>
    (await reconcile(checkout.api.context, new Date(0)))?.differences ?? []

  it.each([
    ['all of it', ALL, [PRICE, PRICE]],
    ['more than each', PRICE + 1, [PRICE, 1]],
  ])('R-55: is made of each Pix: %s', async (_, amount, parts) => {
    const { open, endToEndIds } = await accepted()
    expect(await refund(open, amount)).toMatchObject({ amount, status: 'pending' })
    await work()
    expect(
      returned(endToEndIds)
        .flat()
        .toSorted((a, b) => b - a),
    ).toEqual(parts)
    expect(returned(endToEndIds).every((own) => own.length === 1)).toBe(true)
    expect(await open.read()).toMatchObject({ amountRefunded: amount, amountReversed: 0 })
    expect(await toldOf(open)).toEqual(['refund.succeeded'])
    await checkout.pass(60 * MINUTE_MS)
    expect(await differences()).toEqual([])
  })

  it.each([
    ['the first', 0],
    ['the second', 1],
  ])('R-55: moves no more when the answer about %s return is lost', async (_, before) => {
    const { bank } = checkout
    const { open, endToEndIds } = await accepted()
    await refund(open, ALL)
    // No money has moved yet: the parts are recorded first.
    expect(returned(endToEndIds)).toEqual([[], []])
    if (before > 0) bank.control.plan('call', 'late', { place: RETURN, times: before })
    bank.control.plan('call', 'timed out after', { place: RETURN })
    if (before === 0) bank.control.plan('call', 'internal error after', { place: RETURN })
    await work(8)
    expect(returned(endToEndIds)).toEqual([[PRICE], [PRICE]])
    expect(await open.read()).toMatchObject({ amountRefunded: ALL, amountReversed: 0 })
    expect(await toldOf(open)).toEqual(['refund.succeeded'])
  })

  it('R-55: is tried again for the part that the bank did not make, once another has gone', async () => {
    const { bank } = checkout
    const { open, endToEndIds } = await accepted()
    await refund(open, ALL)
    bank.control.plan('refund', 'refused')
    await work(10)
    expect(returned(endToEndIds)).toEqual([[PRICE], [PRICE]])
    expect(await open.read()).toMatchObject({ amountRefunded: ALL, amountReversed: 0 })
    expect(await toldOf(open)).toEqual(['refund.succeeded'])
  })

  it('R-55: has failed when the bank has made no part, and can be requested again', async () => {
    const { bank } = checkout
    const { open, endToEndIds } = await accepted()
    await refund(open, ALL)
    bank.control.plan('refund', 'refused', { times: 2 })
    await work()
    expect(returned(endToEndIds)).toEqual([[], []])
    expect(await open.read()).toMatchObject({ amountRefunded: 0 })
    expect(await toldOf(open)).toEqual(['refund.failed'])
    const path = `/v1/sessions/${open.id}/refunds`
    await checkout.api.merchant.post(path, {}, { 'idempotency-key': 'again' })
    await work()
    expect(returned(endToEndIds)).toEqual([[PRICE], [PRICE]])
  })

  it('R-55: is refused by the bank where it was taken back meanwhile', async () => {
    const { bank } = checkout
    const { open, endToEndIds } = await accepted()
    bank.control.takeBack(endToEndIds[1] ?? '')
    await refund(open, ALL)
    await work()
    expect(returned(endToEndIds)).toEqual([[], []])
    expect(await toldOf(open)).toEqual(['refund.failed'])
  })
})

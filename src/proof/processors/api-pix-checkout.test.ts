import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiptContent } from '#page/receipt/receipt-content.ts'
import { receiptText } from '#page/receipt/receipt-text.ts'
import { SCOPES } from '#sandbox/fakes/api-pix/customers.ts'
import { decideMismatch } from '#server/service/payments/decide-mismatch.ts'
import { finishRefunds } from '#server/service/refunds/finish-refunds.ts'
import { openPixCheckout, type PixCheckout } from '../testing/open-pix-checkout.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describe('a Pix at a bank, as shopper and merchant see it', () => {
  let checkout: PixCheckout
  beforeAll(async () => {
    checkout = await openPixCheckout()
  })
  afterAll(() => checkout.close())

  it('has its end-to-end id, and the time at which the bank says that it was paid', async () => {
    const { bank, charge, pass } = checkout
    const { open, code } = await charge()
    await pass(2 * MINUTE_MS)
    const [endToEndId = ''] = endToEndIdsOf(bank.control.pay(code))
    const paidAt = bank.control.pix().find((pix) => pix.endToEndId === endToEndId)?.horario
    await pass(10 * MINUTE_MS)
    const { payment } = await open.read()
    const named = { endToEndId, paidAt, payeeName: 'Varal Roupas Ltda' }
    expect(payment).toMatchObject({ status: 'succeeded', ...named })
    expect(payment?.succeededAt?.slice(0, 16)).not.toBe(paidAt?.slice(0, 16))
    expect((await open.look()).payment).toMatchObject(named)
    const told = await open.notifications()
    expect(told.map(({ type }) => type)).toContain('payment.succeeded')
    const paid = told.filter(({ data }) => data.payment?.status === 'succeeded')
    expect(paid.map(({ data }) => data.payment)).toEqual([payment, payment])
    const shown = await open.look()
    if (shown.payment === null) throw new Error('no payment')
    const receipt = { ...shown, payment: shown.payment }
    const text = receiptText(
      receiptContent({ locales: ['en'], checkout: receipt, url: 'https://checkout.test/c/x' }),
    )
    expect(text).toContain(`Pix transaction ID: ${endToEndId}\n`)
    expect(text).toContain('Payee: Varal Roupas Ltda')
  })

  it('is asked about for as long as the bank refuses the credentials', async () => {
    const { api, bank, charge, pass, scopes } = checkout
    const { open, code } = await charge()
    bank.control.pay(code)
    scopes.granted = []
    bank.control.revokeTokens()
    for (let day = 0; day < 3; day += 1) await pass(DAY_MS)
    expect(await api.metrics.text()).toMatch(
      /^checkout_processor_failures_total\{reason="not_asked"\} [3-9]$/m,
    )
    expect(await open.read()).toMatchObject({ status: 'open', paymentStatus: 'requires_action' })
    scopes.granted = SCOPES
    await pass(DAY_MS)
    expect(await open.read()).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
  })

  it('R-52: gives back all of a code that was paid twice, when an operator refuses it', async () => {
    const { api, bank, charge, pass } = checkout
    const { open, code } = await charge()
    bank.control.plan('payment', 'twice')
    const paid = new Set(endToEndIdsOf(bank.control.pay(code)))
    await pass(10 * MINUTE_MS)
    const { payment } = await open.read()
    const paymentId = payment?.id ?? ''
    const actor = { kind: 'command', user: 'ana', command: 'payments' } as const
    await decideMismatch(api.context, { paymentId, decision: 'refuse', actor })
    for (let hours = 0; hours < 5; hours += 1) {
      await finishRefunds(api.context)
      await pass(60 * MINUTE_MS)
      await bank.control.runDue()
    }
    const returned = bank.control.ledger().filter((entry) => paid.has(entry.endToEndId))
    expect(returned.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ['received', 25_990],
      ['received', 25_990],
      ['refunded', 25_990],
      ['refunded', 25_990],
    ])
    const owed = await api.sql('select 1 from payments where refund_owed_at is not null')
    expect(owed).toEqual([])
  })

  it('needs certificates whose end is a metric', async () => {
    expect(await checkout.api.metrics.text()).toMatch(
      /^checkout_processor_certificate_ends_seconds\{processor="bank",certificate="certificate"\} \d{10}/m,
    )
  })

  it('keeps nothing of what the payer wrote at the bank', async () => {
    const { api, bank, charge, pass } = checkout
    const { open, code } = await charge()
    bank.control.pay(code, { infoPagador: 'canary of the payer' })
    await pass(10 * MINUTE_MS)
    expect((await open.read()).paymentStatus).toBe('paid')
    expect(await api.dump()).not.toContain('canary of the payer')
    expect(api.logged.join('\n')).not.toContain('canary of the payer')
  })
})

function endToEndIdsOf(paid: ReturnType<PixCheckout['bank']['control']['pay']>): string[] {
  if (paid.status !== 'paid') throw new Error(paid.reason)
  return paid.endToEndIds
}

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#domain/id.ts'
import { startPixBank } from '#sandbox/fakes/api-pix/start-pix-bank.ts'
import { createProcessor } from '#server/processors/api-pix/api-pix.ts'
import type { KnownPayment, Processor } from '#server/processors/processor.ts'
import { contextAtBank, newPixPayment } from '../testing/api-pix/at-bank.ts'

const random = (length: number) => new Uint8Array(randomBytes(length))
const DAY_MS = 86_400_000

describe('the adapter of API Pix at a bank that another hand wrote from the document', () => {
  let bank: Awaited<ReturnType<typeof startPixBank>>
  let processor: Processor
  beforeAll(async () => {
    bank = await startPixBank()
    processor = createProcessor(contextAtBank(bank.apiUrl))
  })
  afterAll(() => bank.close())

  const ledgerOf = (endToEndId: string | undefined) =>
    bank.control
      .ledger()
      .filter((entry) => entry.endToEndId === endToEndId)
      .map(({ kind, amountMinor }) => [kind, amountMinor])
  const charge = async () => {
    const payment = newPixPayment()
    const { paymentId, amountMinor } = payment
    const outcome = await processor.createPayment(payment)
    if (outcome.status !== 'requires_action') throw new Error(outcome.status)
    const known: KnownPayment = {
      paymentId,
      method: 'pix',
      amountMinor,
      currency: 'BRL',
      references: outcome.references ?? {},
      state: outcome.state ?? {},
      facts: [],
    }
    const { action } = outcome
    if (action.type !== 'pix') throw new Error(action.type)
    return { paymentId, known, code: action.brCode }
  }

  it('takes a Pix, and gives a part of it back', async () => {
    const { paymentId, known, code } = await charge()
    bank.control.pay(code)
    const paid = await processor.inquire(paymentId, known)
    expect(paid).toMatchObject({ status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' })
    const references = 'references' in paid ? (paid.references ?? {}) : {}
    expect(references.endToEndId).toMatch(/^E/)
    const refund = {
      refundId: newId('re', new Date(), random),
      paymentId,
      amountMinor: 990,
      currency: 'BRL',
    }
    const made = await processor.createRefund(refund, { ...known, references })
    expect(made).toMatchObject({ status: 'pending', references: { returnId: expect.any(String) } })

    await bank.control.advance(DAY_MS)
    const asked = {
      ...refund,
      payment: { ...known, references },
      references: {},
      state: made.state ?? {},
    }
    expect(await processor.inquireRefund(refund.refundId, asked)).toMatchObject({
      status: 'succeeded',
    })
    expect(ledgerOf(references.endToEndId)).toEqual([
      ['received', 25_990],
      ['refunded', 990],
    ])
  })

  it('sees a Pix that is paid after its removal, and one that the bank takes back', async () => {
    const { paymentId, known, code } = await charge()
    await processor.cancelPayment(paymentId, known)
    bank.control.pay(code, { isTooLate: true })
    const late = await processor.inquire(paymentId, known)
    expect(late).toMatchObject({ status: 'succeeded', capturedMinor: 25_990 })
    bank.control.takeBack('references' in late ? (late.references?.endToEndId ?? '') : '', {
      amountMinor: 5_000,
    })
    await bank.control.advance(DAY_MS)
    expect(await processor.inquire(paymentId, known)).toMatchObject({ reversedMinor: 5_000 })
  })

  it('cancels what nobody has paid, and finds what was paid meanwhile', async () => {
    const one = await charge()
    expect(await processor.cancelPayment(one.paymentId, one.known)).toMatchObject({
      status: 'failed',
    })
    expect(bank.control.pay(one.code)).toMatchObject({ status: 'refused' })
    const other = await charge()
    bank.control.pay(other.code)
    expect(await processor.cancelPayment(other.paymentId, other.known)).toMatchObject({
      status: 'succeeded',
    })
  })
})

import { describe, expect, it } from 'vitest'
import {
  chargeOf,
  E2E_ID,
  KNOWN,
  NOW,
  openTestAdapter,
  PAYMENT_ID,
  pixOf,
  returnOf,
  SETTINGS,
  TXID,
} from '#proof/testing/api-pix/open-test-adapter.ts'
import { PAID_CHARGE, problem } from '#proof/testing/api-pix/examples.ts'
import { isProcessorRefused, isProcessorSilent } from '../processor.ts'

const later = (ms: number) => () => new Date(NOW.getTime() + ms)
const EXPIRED = 900_000 + 30_001
const OTHER_E2E_ID = 'E1234567820261120120099999999999'
const MED = returnOf({ id: 'D99', natureza: 'MED_FRAUDE', valor: '59.90' })

async function inquire(charge: unknown, changes: Parameters<typeof openTestAdapter>[1] = {}) {
  const { processor } = openTestAdapter([[200, charge]], changes)
  return processor.inquire(PAYMENT_ID, KNOWN)
}

const money = (capturedMinor: number) => ({ status: 'succeeded', capturedMinor, currency: 'BRL' })

describe('the outcome of a charge', () => {
  it.each([
    ['paid', { status: 'CONCLUIDA', pix: [pixOf()] }, money(25_990)],
    ['paid, with a status of a later release', { status: 'PAGA', pix: [pixOf()] }, money(25_990)],
    ['paid before its status says so', { pix: [pixOf()] }, money(25_990)],
    [
      'paid, and then removed',
      { status: 'REMOVIDA_PELO_PSP', pix: [pixOf({ valor: '1.00' })] },
      money(100),
    ],
    [
      'paid by several Pix',
      { status: 'CONCLUIDA', pix: [pixOf(), pixOf({ endToEndId: OTHER_E2E_ID, valor: '0.10' })] },
      money(26_000),
    ],
    [
      'paid by one Pix that is listed twice',
      { status: 'CONCLUIDA', pix: [pixOf(), pixOf()] },
      money(25_990),
    ],
    [
      'removed',
      { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      { status: 'failed', declineCode: 'replaced' },
    ],
    [
      'removed by the bank',
      { status: 'REMOVIDA_PELO_PSP' },
      { status: 'failed', declineCode: 'processing_error' },
    ],
    [
      'concluded, but the Pix is not listed yet',
      { status: 'CONCLUIDA' },
      { status: 'not_known_yet' },
    ],
    ['of a status of a later release', { status: 'EM_ANALISE' }, { status: 'not_known_yet' }],
    ['without a code', { pixCopiaECola: undefined }, { status: 'not_known_yet' }],
  ])('%s', async (_, changes, expected) => {
    expect(await inquire(chargeOf(changes))).toMatchObject(expected)
  })

  it('active: the code, its expiry, and the references', async () => {
    expect(await inquire(chargeOf())).toEqual({
      status: 'requires_action',
      action: { type: 'pix', brCode: '00020101021226pix', expiresAt: '2026-11-20T12:15:00.000Z' },
      references: { txid: TXID },
      state: { location: 'pix.example.com/qr/v2/9d36b84f', revision: 0 },
    })
  })

  it('active, with a location and no code: the code is made for the named receiver', async () => {
    const settings = { ...SETTINGS, receiver: { name: 'Loja', city: 'Recife' } }
    expect(await inquire(chargeOf({ pixCopiaECola: undefined }), { settings })).toMatchObject({
      action: { brCode: expect.stringContaining('pix.example.com/qr/v2/9d36b84f') },
    })
  })

  it('active, with a location that fits in no code', async () => {
    const settings = { ...SETTINGS, receiver: { name: 'Loja', city: 'Recife' } }
    const charge = chargeOf({ pixCopiaECola: undefined, location: 'pix.example.com/'.repeat(9) })
    expect(await inquire(charge, { settings })).toEqual({ status: 'not_known_yet' })
  })

  it.each([
    ['a moment ago: a payer may be at it', EXPIRED - 1, 'requires_action'],
    ['for longer', EXPIRED, 'failed'],
  ])('active, expired %s', async (_, ms, status) => {
    expect(await inquire(chargeOf(), { clock: later(ms) })).toMatchObject({ status })
  })

  it.each([
    ['expired', {}],
    ['expired and removed', { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }],
  ])('%s', async (_, changes) => {
    expect(await inquire(chargeOf(changes), { clock: later(EXPIRED) })).toMatchObject({
      status: 'failed',
      declineCode: 'pix_expired',
    })
  })

  it.each([
    ['2026-11-20T09:01:00.480-03:00', '2026-11-20T09:01:00.480-03:00'],
    ['2026-11-20T12:01:00Z', '2026-11-20T12:01:00Z'],
    ['2026-11-20T12:01:00', undefined],
    ['20/11/2026 12:01', undefined],
    [undefined, undefined],
  ])('paid: at the time that the bank states, if it has an offset: %s', async (horario, paidAt) => {
    const paid = await inquire(chargeOf({ status: 'CONCLUIDA', pix: [pixOf({ horario })] }))
    expect(paid).toMatchObject(money(25_990))
    expect('paidAt' in paid ? paid.paidAt : undefined).toBe(paidAt)
  })

  it('paid: names the Pix, and counts them', async () => {
    expect(await inquire(chargeOf({ status: 'CONCLUIDA', pix: [pixOf()] }))).toMatchObject({
      references: { txid: TXID, endToEndId: E2E_ID },
      state: { pixCount: 1 },
    })
  })
})

describe('money that went back', () => {
  it.each([
    ['by the bank (MED)', [MED], 5990, 'network'],
    [
      'by the bank, with a kind of a later release',
      [{ ...MED, natureza: 'MED_NOVO' }],
      5990,
      'network',
    ],
    [
      "by the receiver in the bank's own app",
      [{ ...MED, natureza: 'ORIGINAL' }],
      5990,
      'refund_elsewhere',
    ],
    ['as nobody says', [{ ...MED, natureza: undefined }], 5990, undefined],
    ['twice', [MED, { ...MED, id: 'D98', valor: '0.10' }], 6000, 'network'],
    ['by our refund', [returnOf()], undefined, undefined],
    ['by our refund and by the bank', [returnOf(), MED], 5990, 'network'],
    ['not yet', [{ ...MED, status: 'EM_PROCESSAMENTO' }], undefined, undefined],
    ['not at all', [{ ...MED, status: 'NAO_REALIZADO' }], undefined, undefined],
  ])('%s', async (_, devolucoes, reversedMinor, kind) => {
    const outcome = await inquire(chargeOf({ status: 'CONCLUIDA', pix: [pixOf({ devolucoes })] }))
    expect(outcome).toMatchObject(money(25_990))
    expect('reversedMinor' in outcome ? outcome.reversedMinor : undefined).toBe(reversedMinor)
    expect('reversalKind' in outcome ? outcome.reversalKind : undefined).toBe(kind)
  })
})

describe('an inquiry', () => {
  it("is not_found by the bank's 404, and unknown by anybody else's", async () => {
    const found = openTestAdapter([[404, problem('NaoEncontrado', 404)]])
    expect(await found.processor.inquire(PAYMENT_ID, KNOWN)).toEqual({ status: 'not_found' })
    const proxy = openTestAdapter([[404, '<html>']])
    await expect(proxy.processor.inquire(PAYMENT_ID, KNOWN)).rejects.toSatisfy(isProcessorSilent)
  })

  it('asks for the charge, and changes nothing', async () => {
    const { processor, asked } = openTestAdapter([[200, chargeOf()]])
    await processor.inquire(PAYMENT_ID, KNOWN)
    expect(asked.map(({ what }) => what)).toEqual([`GET /cob/${TXID}`])
  })

  it.each([408, 425, 429, 500, 503])('is unknown by a %i', async (status) => {
    const { processor } = openTestAdapter([[status, problem('ServicoIndisponivel', status)]])
    await expect(processor.inquire(PAYMENT_ID, KNOWN)).rejects.toSatisfy(isProcessorSilent)
  })

  it('throws what the bank refuses', async () => {
    const { processor } = openTestAdapter([[403, problem('AcessoNegado', 403)]])
    await expect(processor.inquire(PAYMENT_ID, KNOWN)).rejects.toSatisfy(isProcessorRefused)
  })

  it.each([
    ['another charge', PAID_CHARGE],
    ['an amount that cannot be read', chargeOf({ pix: [pixOf({ valor: '259.9' })] })],
    ['no object', 'ok'],
  ])('believes no answer with %s', async (_, body) => {
    await expect(inquire(body)).rejects.toSatisfy(isProcessorSilent)
  })
})

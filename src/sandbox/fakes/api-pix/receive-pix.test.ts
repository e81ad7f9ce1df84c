import { describe, expect, it } from 'vitest'
import {
  chargeOf,
  openTestPixBank,
  OTHER,
  SHOP,
  SHOP_KEY,
  txidOf,
  WEBHOOK_URL,
} from '#proof/testing/pix-bank.ts'

const TXID = txidOf(1)
const COB = `/cob/${TXID}`
const PERIOD = 'inicio=2026-11-01T00:00:00Z&fim=2026-12-01T00:00:00Z'
const REMOVE = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }

async function openWith(charge = chargeOf('10.00')) {
  const bank = openTestPixBank()
  await bank.call('PUT', COB, charge)
  await bank.call('PUT', `/webhook/${SHOP_KEY}`, { webhookUrl: WEBHOOK_URL })
  return { ...bank, code: bank.control.codeOf(SHOP.id, TXID) ?? '' }
}

const refused = (reason: string) => ({ status: 'refused', reason })

describe('a payer', () => {
  it('reads a code and pays it, once', async () => {
    const { control, code, call, webhooks, pass } = await openWith()
    expect(control.read(code)).toMatchObject({
      txid: TXID,
      payee: { name: SHOP.name },
      terms: { originalMinor: 1000 },
      refusal: undefined,
    })
    expect(control.pay(code)).toMatchObject({ status: 'paid' })
    expect(control.pay(code)).toEqual(refused('already_paid'))
    expect(control.ledger()).toMatchObject([{ kind: 'received', amountMinor: 1000, txid: TXID }])
    const { body } = await call('GET', COB)
    expect(body).toMatchObject({ status: 'CONCLUIDA', pix: [{ valor: '10.00', chave: SHOP_KEY }] })
    await pass(0)
    expect(webhooks).toMatchObject([{ url: `${WEBHOOK_URL}/pix`, pix: [{ txid: TXID }] }])
  })

  it('is refused what cannot be paid', async () => {
    const { control, code, call, pass } = await openWith()
    expect(control.pay('00020126')).toEqual(refused('not_a_code'))
    expect(control.pay(`${code.slice(0, -1)}X`)).toEqual(refused('not_a_code'))
    expect(control.pay(code, { amountMinor: 900 })).toEqual(refused('amount_is_fixed'))
    await pass(3_600_000)
    expect(control.pay(code)).toEqual(refused('expired'))
    await call('PATCH', COB, REMOVE)
    expect(control.pay(code)).toEqual(refused('removed'))
    expect(control.ledger()).toEqual([])
  })

  it('chooses the amount where the charge leaves it to them', async () => {
    const valor = { original: '0.00', modalidadeAlteracao: 1 }
    const { control, code, call } = await openWith(chargeOf('0.00', { valor }))
    expect(control.pay(code)).toEqual(refused('amount_is_missing'))
    expect(control.pay(code, { amountMinor: 1234 })).toMatchObject({ status: 'paid' })
    expect((await call('GET', COB)).body['pix']).toMatchObject([{ valor: '12.34' }])
  })

  it('pays twice at two banks: two Pix of one charge', async () => {
    const { control, code, call, pass, webhooks } = await openWith()
    control.plan('payment', 'twice')
    control.pay(code)
    const { body } = await call('GET', COB)
    expect(body['pix']).toHaveLength(2)
    expect(control.balanceMinor(SHOP.id)).toBe(2000)
    await pass(0)
    expect(webhooks).toMatchObject([{ pix: [{ txid: TXID }, { txid: TXID }] }])
  })

  it.each([
    ['expired', 'CONCLUIDA'],
    ['removed', 'REMOVIDA_PELO_USUARIO_RECEBEDOR'],
    ['already_paid', 'CONCLUIDA'],
  ])('pays after all what is %s, when their bank had read it before', async (reason, status) => {
    const { control, code, call, pass } = await openWith()
    if (reason === 'expired') await pass(3_600_000)
    if (reason === 'removed') await call('PATCH', COB, REMOVE)
    if (reason === 'already_paid') control.pay(code)
    expect(control.pay(code)).toEqual(refused(reason))
    expect(control.pay(code, { isTooLate: true })).toMatchObject({ status: 'paid' })
    const { body } = await call('GET', COB)
    expect(body).toMatchObject({ status })
    expect(body['pix']).toHaveLength(reason === 'already_paid' ? 2 : 1)
  })

  it('has paid what look-ups do not show yet, and the webhook does', async () => {
    const { control, code, call, pass, webhooks } = await openWith()
    control.plan('payment', 'unseen')
    control.pay(code)
    await pass(0)
    const [e2eid] = control.pix().map(({ endToEndId }) => endToEndId)
    expect(webhooks).toMatchObject([{ pix: [{ endToEndId: e2eid }] }])
    expect((await call('GET', COB)).body).toMatchObject({ status: 'ATIVA' })
    expect((await call('GET', `/pix/${e2eid}`)).status).toBe(404)
    await pass(30_000)
    expect((await call('GET', COB)).body).toMatchObject({ status: 'CONCLUIDA' })
    expect((await call('GET', `/pix/${e2eid}`)).status).toBe(200)
  })
})

describe('GET /pix', () => {
  it('lists what came, also without a charge, and not what others received', async () => {
    const { control, code, call, webhooks, pass } = await openWith()
    control.pay(code)
    control.receive({ customerId: SHOP.id, chave: SHOP_KEY, amountMinor: 77 })
    control.receive({ customerId: OTHER.id, chave: OTHER.keys[0] ?? '', amountMinor: 5 })
    await pass(0)
    const { body } = await call('GET', `/pix?${PERIOD}`)
    expect(body['pix']).toMatchObject([{ txid: TXID }, { valor: '0.77' }])
    expect((await call('GET', `/pix?${PERIOD}&txIdPresente=false`)).body['pix']).toHaveLength(1)
    expect((await call('GET', `/pix?${PERIOD}&txid=${TXID}`)).body['pix']).toHaveLength(1)
    expect(webhooks).toHaveLength(1)
  })
})

describe('another customer of the bank', () => {
  it('can aim a genuine webhook about its own money at us', async () => {
    const { control, call, webhooks, pass } = await openWith()
    const aimed = { customerId: OTHER.id, webhookUrl: WEBHOOK_URL, txid: TXID, amountMinor: 1 }
    expect(control.aimForeignWebhook(aimed)).toMatchObject({ status: 'paid' })
    await pass(0)
    expect(webhooks).toMatchObject([
      { url: `${WEBHOOK_URL}/pix`, pix: [{ txid: TXID, valor: '0.01', chave: OTHER.keys[0] }] },
    ])
    expect((await call('GET', COB)).body).toMatchObject({ status: 'ATIVA' })
    expect(control.balanceMinor(SHOP.id)).toBe(0)
  })
})

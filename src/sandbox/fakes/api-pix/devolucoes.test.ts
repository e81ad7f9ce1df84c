import { describe, expect, it } from 'vitest'
import {
  chargeOf,
  openTestPixBank,
  SHOP,
  SHOP_KEY,
  txidOf,
  WEBHOOK_URL,
} from '#proof/testing/pix-bank.ts'
import type { Control } from './control.ts'

const TXID = txidOf(1)
const COB = `/cob/${TXID}`
const DAY_MS = 86_400_000
const PERIOD = 'inicio=2026-11-01T00:00:00Z&fim=2027-12-01T00:00:00Z'

function payFor(control: Control, txid = TXID): string {
  const result = control.pay(control.codeOf(SHOP.id, txid) ?? '')
  if (result.status !== 'paid') throw new Error(result.reason)
  return result.endToEndIds[0] ?? ''
}

async function openPaid(options: Parameters<typeof openTestPixBank>[0] = {}) {
  const bank = openTestPixBank(options)
  await bank.call('PUT', COB, chargeOf('10.00'))
  await bank.call('PUT', `/webhook/${SHOP_KEY}`, { webhookUrl: WEBHOOK_URL })
  const e2eid = payFor(bank.control)
  const refund = (id: string, valor: string) =>
    bank.call('PUT', `/pix/${e2eid}/devolucao/${id}`, { valor })
  const look = (id: string) => bank.call('GET', `/pix/${e2eid}/devolucao/${id}`)
  return { ...bank, e2eid, refund, look }
}

const INVALID = {
  status: 400,
  body: { type: 'https://pix.bcb.gov.br/api/v2/error/PixDevolucaoInvalida' },
}

describe('a refund', () => {
  it('is in process, and then DEVOLVIDO', async () => {
    const { refund, look, pass, control } = await openPaid()
    expect(await refund('re1', '4.00')).toMatchObject({
      status: 201,
      body: { id: 're1', valor: '4.00', status: 'EM_PROCESSAMENTO', natureza: 'ORIGINAL' },
    })
    expect(control.balanceMinor(SHOP.id)).toBe(1000)
    await pass(2000)
    expect((await look('re1')).body).toMatchObject({ status: 'DEVOLVIDO' })
    expect(control.balanceMinor(SHOP.id)).toBe(600)
  })

  it('never exceeds its Pix with the others, and one that failed counts no more', async () => {
    const { refund, look, control, e2eid, pass } = await openPaid()
    await refund('re1', '6.00')
    expect(await refund('re2', '4.01')).toMatchObject(INVALID)
    control.endRefund(e2eid, 're1', 'NAO_REALIZADO')
    expect((await look('re1')).body).toMatchObject({ status: 'NAO_REALIZADO' })
    expect((await refund('re3', '10.00')).status).toBe(201)
    await pass(2000)
    expect(control.balanceMinor(SHOP.id)).toBe(0)
    expect(await refund('re4', '0.01')).toMatchObject(INVALID)
  })

  it('is asked for once by its id: the same again is refused, and can be looked up', async () => {
    const { refund, look } = await openPaid()
    const { body } = await refund('re1', '6.00')
    expect(await refund('re1', '6.00')).toMatchObject(INVALID)
    expect(await refund('re1', '1.00')).toMatchObject(INVALID)
    expect((await look('re1')).body).toEqual(body)
  })

  it('is answered again by a bank that reads the same request as the same refund', async () => {
    const { refund, control } = await openPaid({ repeatedRefund: 'answered' })
    const { body } = await refund('re1', '6.00')
    expect(await refund('re1', '6.00')).toMatchObject({ status: 201, body })
    expect(await refund('re1', '1.00')).toMatchObject(INVALID)
    expect(control.pix()).toMatchObject([{ devolucoes: [{ id: 're1' }] }])
  })

  it('is possible for 90 days', async () => {
    const { refund, pass } = await openPaid()
    await pass(90 * DAY_MS - 60_000)
    expect((await refund('re1', '1.00')).status).toBe(201)
    await pass(61_000)
    expect(await refund('re2', '1.00')).toMatchObject(INVALID)
  })

  it('is of a Pix that is there, and has an id and an amount that fit', async () => {
    const { call, refund, look } = await openPaid()
    const other = `E${'0'.repeat(31)}`
    const body = { valor: '1.00' }
    expect((await call('PUT', `/pix/${other}/devolucao/re1`, body)).status).toBe(404)
    expect((await look('re9')).status).toBe(404)
    expect(await refund('re1', '0.00')).toMatchObject(INVALID)
  })

  it('is refused, or stays in process for days, as planned', async () => {
    const { refund, look, pass, control } = await openPaid()
    control.plan('refund', 'refused')
    await refund('re1', '1.00')
    control.plan('refund', 'pending for days')
    await refund('re2', '1.00')
    await pass(2 * DAY_MS)
    expect((await look('re1')).body).toMatchObject({
      status: 'NAO_REALIZADO',
      motivo: expect.any(String),
    })
    expect((await look('re2')).body).toMatchObject({ status: 'EM_PROCESSAMENTO' })
    await pass(2 * DAY_MS)
    expect((await look('re2')).body).toMatchObject({ status: 'DEVOLVIDO' })
    expect(control.balanceMinor(SHOP.id)).toBe(900)
  })

  it('is told of by webhook when it ends, and before its own answer when it is overtaken', async () => {
    const { refund, webhooks, pass, control } = await openPaid()
    await pass(0)
    control.plan('refund', 'overtaken')
    expect((await refund('re1', '1.00')).body).toMatchObject({ status: 'EM_PROCESSAMENTO' })
    expect(webhooks.at(-1)?.pix).toMatchObject([
      { devolucoes: [{ id: 're1', status: 'DEVOLVIDO' }] },
    ])
    control.plan('refund', 'at once')
    expect((await refund('re2', '1.00')).body).toMatchObject({ status: 'DEVOLVIDO' })
  })
})

describe('MED', () => {
  it('takes back in part and in full, never more than is left, and lists it as a devolução', async () => {
    const { control, e2eid, call, refund, pass, webhooks } = await openPaid()
    await refund('re1', '3.00')
    expect(control.takeBack(e2eid, { amountMinor: 500 })).toMatchObject({
      natureza: 'MED_FRAUDE',
      amountMinor: 500,
    })
    expect(control.takeBack(e2eid, { natureza: 'MED_OPERACIONAL' })).toMatchObject({
      amountMinor: 200,
    })
    expect(control.takeBack(e2eid)).toBeUndefined()
    await pass(2000)
    expect(control.balanceMinor(SHOP.id)).toBe(0)
    const { body } = await call('GET', `/pix?${PERIOD}&devolucaoPresente=true`)
    expect(body['pix']).toMatchObject([
      {
        endToEndId: e2eid,
        devolucoes: [
          { natureza: 'ORIGINAL', valor: '3.00' },
          { natureza: 'MED_FRAUDE', valor: '5.00', status: 'DEVOLVIDO' },
          { natureza: 'MED_OPERACIONAL', valor: '2.00' },
        ],
      },
    ])
    expect(webhooks.flatMap(({ pix }) => pix)).toHaveLength(4)
    expect(await refund('re2', '0.01')).toMatchObject(INVALID)
  })

  it.each([
    ['MED in full', 0],
    ['MED in part', 500],
  ] as const)('comes hours after the payment, as planned: %s', async (day, left) => {
    const { call, control, pass } = openTestPixBank()
    await call('PUT', COB, chargeOf('10.00'))
    control.plan('payment', day)
    payFor(control)
    await pass(3_600_000)
    expect(control.balanceMinor(SHOP.id)).toBe(1000)
    await pass(5 * 3_600_000)
    expect(control.balanceMinor(SHOP.id)).toBe(left)
  })
})

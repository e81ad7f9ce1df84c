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
import { webhookText } from './webhook-text.ts'

const HOOK = `/webhook/${SHOP_KEY}`
const MINUTE_MS = 60_000

async function openWithWebhook(options: Parameters<typeof openTestPixBank>[0] = {}) {
  const bank = openTestPixBank(options)
  await bank.call('PUT', HOOK, { webhookUrl: WEBHOOK_URL })
  const payNew = async (number: number) => {
    await bank.call('PUT', `/cob/${txidOf(number)}`, chargeOf('1.00'))
    bank.control.pay(bank.control.codeOf(SHOP.id, txidOf(number)) ?? '')
  }
  const received = () => bank.webhooks.map(({ pix }) => pix.map(({ txid }) => txid))
  return { ...bank, payNew, received }
}

describe('/webhook/{chave}', () => {
  it('is registered, read, replaced, listed and deleted', async () => {
    const { call } = openTestPixBank()
    expect((await call('GET', HOOK)).status).toBe(404)
    expect((await call('PUT', HOOK, { webhookUrl: WEBHOOK_URL })).status).toBe(200)
    expect((await call('GET', HOOK)).body).toMatchObject({
      webhookUrl: WEBHOOK_URL,
      chave: SHOP_KEY,
      cnpj: SHOP.cnpj,
    })
    await call('PUT', HOOK, { webhookUrl: `${WEBHOOK_URL}/2` })
    expect((await call('GET', '/webhook')).body['webhooks']).toMatchObject([
      { webhookUrl: `${WEBHOOK_URL}/2` },
    ])
    expect((await call('GET', '/webhook', undefined, OTHER)).body['webhooks']).toEqual([])
    expect((await call('DELETE', HOOK)).status).toBe(204)
    expect((await call('DELETE', HOOK)).status).toBe(404)
  })

  it.each([
    ['a key of somebody else', `/webhook/${OTHER.keys[0]}`, WEBHOOK_URL],
    ['an address without TLS', HOOK, 'http://store.test/hooks'],
  ])('is refused for %s', async (_, path, webhookUrl) => {
    const { call } = openTestPixBank()
    expect(await call('PUT', path, { webhookUrl })).toMatchObject({
      status: 400,
      body: { type: 'https://pix.bcb.gov.br/api/v2/error/WebhookOperacaoInvalida' },
    })
  })
})

describe('a webhook', () => {
  it('holds several Pix of one key', async () => {
    const { payNew, received, pass } = await openWithWebhook()
    for (const number of [1, 2, 3]) await payNew(number)
    await pass(0)
    expect(received()).toEqual([[txidOf(1), txidOf(2), txidOf(3)]])
  })

  it('is sent again until it is answered with 2xx, and at last given up', async () => {
    const { payNew, webhooks, pass, answerWebhooksWith, control } = await openWithWebhook()
    answerWebhooksWith(503)
    await payNew(1)
    for (const wait of [0, 10_000, MINUTE_MS]) await pass(wait)
    expect(webhooks).toHaveLength(3)
    answerWebhooksWith(200)
    await pass(10 * MINUTE_MS)
    await pass(600 * MINUTE_MS)
    expect(webhooks).toHaveLength(4)

    answerWebhooksWith(500)
    await payNew(2)
    for (let days = 0; days < 9; days++) await pass(1440 * MINUTE_MS)
    expect(control.notifications().at(-1)).toMatchObject({ state: 'given_up', attempts: 7 })
  })

  it('is late, twice, reordered or never sent, as planned', async () => {
    const { payNew, received, pass, control } = await openWithWebhook()
    const days = ['late', 'never', 'reordered', 'twice'] as const
    for (const [index, day] of days.entries()) {
      control.plan('webhook', day)
      await payNew(index + 1)
    }
    await pass(0)
    expect(received()).toEqual([[txidOf(4)], [txidOf(4)]])
    await pass(10 * MINUTE_MS)
    expect(received().slice(2)).toEqual([[txidOf(3)]])
    await pass(180 * MINUTE_MS)
    expect(received().slice(3)).toEqual([[txidOf(1)]])
  })

  it('breaks the document, as planned', async () => {
    const pix = [{ endToEndId: 'E1', devolucoes: [{ id: 'a' }, { id: 'b' }] }, { endToEndId: 'E2' }]
    expect(JSON.parse(webhookText(pix))).toEqual({ pix })
    expect(JSON.parse(webhookText(pix, 'as the example'))).toEqual({
      pix: [{ endToEndId: 'E1', devolucoes: { id: 'a' } }, { endToEndId: 'E2' }],
    })
    expect(JSON.parse(webhookText(pix, 'with unknown fields'))).toMatchObject({ pix, versao: '9' })
    expect(() => JSON.parse(webhookText(pix, 'cut off')) as unknown).toThrow('JSON')

    const { payNew, webhooks, pass, control } = await openWithWebhook({ isUnchecked: true })
    control.plan('webhook', 'with unknown fields')
    for (const number of [1, 2]) await payNew(number)
    await pass(0)
    expect(webhooks).toMatchObject([{ pix: [{ tipo: 'NOVO' }] }, { pix: [{ txid: txidOf(2) }] }])
  })

  it('is not sent without a registration', async () => {
    const { payNew, webhooks, pass, call } = await openWithWebhook()
    await call('DELETE', HOOK)
    await payNew(1)
    await pass(MINUTE_MS)
    expect(webhooks).toEqual([])
  })
})

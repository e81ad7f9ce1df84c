import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutClient } from '#client/checkout-client.ts'
import { DisputeEvidence } from '#contract/dispute-evidence.ts'
import { DisputeList } from '#contract/dispute.ts'
import { LIMITS } from '#contract/limits.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { deliverAll } from '#proof/testing/deliver-all.ts'
import { pdfLines } from '#proof/testing/pdf-text.ts'
import { createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { erasePersonalData } from '../service/sessions/erase-personal-data.ts'

const DAY_MS = 86_400_000
const PDF_BYTES_MAX = 2 * 1024 * 1024
const PDF = { accept: 'application/pdf' }
const UNKNOWN = 'dp_0Tq7gLh2RkX5wZs9vMd3Yc'

const CUSTOMER = {
  name: 'Мария Соуза',
  email: 'maria@mail.example',
  phone: '+5511998765432',
  billingAddress: { line1: 'Rua Um, 1', city: 'São Paulo', state: 'SP', country: 'BR' },
}
const ORDER = {
  amount: 25_990,
  lineItems: [{ name: 'O Alquimista', quantity: 2, unitAmount: 12_500, description: 'hardcover' }],
  discounts: [{ label: 'Primeira compra', amount: 1_000 }],
  shipping: { label: 'Sedex', amount: 1_990 },
  orderReference: 'A-1001',
  customer: CUSTOMER,
}

describe('R-98: the evidence of a dispute', () => {
  let api: TestApi
  let receiver: WebhookReceiver
  let merchant: TestMerchant
  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    api = await startTestApi({ callsUnderWayMax: 1000 })
    merchant = await api.addMerchant({ callbackUrl: receiver.url })
    await api.sql(
      `update merchants set legal_name = 'Norte Livros Ltda', terms_url = 'https://store.example/termos' where id = $1`,
      merchant.id,
    )
  })
  afterAll(async () => {
    await api.close()
    await receiver[Symbol.asyncDispose]()
  })

  const simulate = async ({ id }: OpenSession, outcome: string, details: object = {}) => {
    const path = `/v1/sandbox/sessions/${id}/simulate`
    const { status } = await merchant.post(path, { outcome, ...details })
    expect(status).toBe(200)
  }
  const disputed = async (changes: Parameters<typeof createTestSession>[1] = {}) => {
    const open = await createTestSession(api, { ...ORDER, ...changes }, merchant)
    await open.payByCard('4242424242424242')
    await simulate(open, 'dispute')
    const { data } = (await merchant.get(`/v1/sessions/${open.id}/disputes`)).as(DisputeList)
    const [dispute] = data
    if (dispute === undefined) throw new Error('no dispute')
    return { open, dispute, path: `/v1/disputes/${dispute.id}/evidence` }
  }
  const read = async (path: string) => (await merchant.get(path)).as(DisputeEvidence)
  const linesOf = async (path: string) => {
    const { status, headers, bytes } = await merchant.get(path, PDF)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    return pdfLines(bytes)
  }

  it('tells order, payment, customer and what happened, as JSON', async () => {
    const { open, dispute, path } = await disputed()
    await deliverAll(api.context)
    const evidence = await read(path)
    const { payment } = await open.read()
    expect(evidence).toMatchObject({
      dispute,
      merchant: {
        id: merchant.id,
        legalName: 'Norte Livros Ltda',
        termsUrl: 'https://store.example/termos',
        timeZone: 'America/Sao_Paulo',
      },
      order: {
        sessionId: open.id,
        reference: 'A-1001',
        amount: 25_990,
        lineItems: ORDER.lineItems,
        discounts: ORDER.discounts,
        shipping: ORDER.shipping,
        tax: null,
      },
      payment,
      threeDSecure: null,
      refunds: [],
      person: 'given',
      customer: CUSTOMER,
    })
    expect(payment?.card).toEqual({ brand: 'visa', lastFour: '4242' })
    const kinds = evidence.history.map(({ kind, eventType }) => eventType ?? kind)
    expect(kinds.toSorted()).toEqual([
      'captured',
      'pay_pressed',
      'payment.succeeded',
      'session.completed',
      'session_created',
    ])
  })

  it('tells the same as a PDF that bank clerks can read', async () => {
    const { open, dispute, path } = await disputed()
    await deliverAll(api.context)
    const lines = await linesOf(path)
    const { payment } = await open.read()
    for (const line of [
      dispute.processorReference,
      'sandbox: a test, no money moved',
      'Norte Livros Ltda',
      'https://store.example/termos',
      '2 x O Alquimista (hardcover)',
      'R$250.00',
      '-R$10.00',
      'Primeira compra',
      'Sedex',
      'R$259.90',
      'visa ending in 4242',
      payment?.authorizationCode,
      // In the letters that a PDF's standard fonts have.
      'Mariya Souza',
      'maria@mail.example',
      'Rua Um, 1, São Paulo, SP, BR',
      'The shopper pressed "Pay"',
      "The shop's server confirmed: session.completed",
      "The shopper's IP address and device are not kept, and so are not in this document.",
    ])
      expect(lines).toContain(line)
    expect(lines.join('\n')).toMatch(/Nov 20, 2026, .+ GMT-3/)
  })

  it('tells that the bank asked the shopper, what was held, and what was given back', async () => {
    const open = await createTestSession(api, { ...ORDER, captureMethod: 'manual' }, merchant)
    await open.payByCard('4000002500003155')
    await simulate(open, 'authorize')
    await merchant.post(`/v1/sessions/${open.id}/capture`, {})
    await merchant.post(`/v1/sessions/${open.id}/refunds`, { amount: 990, reason: 'one is torn' })
    await api.sql(
      `update payments set processor_state = '{"threeDS": "Y"}' where session_id = $1`,
      open.id,
    )
    await simulate(open, 'dispute', { stage: 'inquiry' })
    const { data } = (await merchant.get(`/v1/sessions/${open.id}/disputes`)).as(DisputeList)
    const evidence = await read(`/v1/disputes/${data[0]?.id}/evidence`)
    expect(evidence).toMatchObject({
      threeDSecure: 'Y',
      dispute: { stage: 'inquiry' },
      refunds: [{ amount: 990, reason: 'one is torn', status: 'succeeded' }],
    })
    const kinds = evidence.history.map(({ kind }) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining(['pay_pressed', 'bank_asked', 'authorized', 'captured']),
    )
    const lines = await linesOf(`/v1/disputes/${data[0]?.id}/evidence`)
    expect(lines).toContain('R$9.90, succeeded: one is torn')
  })

  it('says that the customer was removed, and has none', async () => {
    const { open, path } = await disputed()
    await simulate(open, 'dispute_lost')
    await deliverAll(api.context)
    api.clock.advance(100 * DAY_MS)
    await erasePersonalData(api.context)
    const evidence = await read(path)
    expect(evidence).toMatchObject({ person: 'removed', customer: null, order: ORDER_KEPT })
    expect(evidence.personRemovedAt).not.toBeNull()
    const text = (await linesOf(path)).join(' ')
    expect(text).toContain("The shopper's data was removed on")
    for (const part of ['Mariya', 'maria@', '99876', 'Rua Um']) {
      expect(text).not.toContain(part)
      expect(JSON.stringify(evidence)).not.toContain(part)
    }
  })

  it('is at most 2 MiB for the largest order, in any script', async () => {
    const full = (length: number) => '漢字 кириллица '.repeat(length).slice(0, length).trim()
    const lineItems = Array.from({ length: LIMITS.lineItemsMax }, () => ({
      name: full(LIMITS.nameLengthMax),
      description: full(LIMITS.descriptionLengthMax),
      quantity: 1,
      unitAmount: 100,
    }))
    const { path } = await disputed({
      amount: 100 * LIMITS.lineItemsMax,
      lineItems,
      discounts: [],
      shipping: null,
    })
    const { bytes, status } = await merchant.get(path, PDF)
    expect(status).toBe(200)
    expect(bytes.length).toBeLessThan(PDF_BYTES_MAX)
    expect(pdfLines(bytes).join(' ')).toContain('kirillitsa')
  })

  it.each([
    ['*/*', 'application/json'],
    ['text/html, application/pdf;q=0', 'application/json'],
    ['application/pdf;q=0.5, application/json', 'application/json'],
    ['image/png', 'application/json'],
    [';;,q=,application/pdf;q=x', 'application/json'],
    ['application/json;q=0.5, application/pdf', 'application/pdf'],
    ['text/html, Application/PDF; q=0.9, */*;q=0.8', 'application/pdf'],
  ])('answers Accept "%s" with %s', async (accept, type) => {
    const [{ id } = { id: UNKNOWN }] = (await merchant.get('/v1/disputes')).as(DisputeList).data
    const { status, headers } = await merchant.get(`/v1/disputes/${id}/evidence`, { accept })
    expect([status, headers.get('content-type')]).toEqual([200, type])
  })

  it('is read by the client, in the form that is asked for', async () => {
    const { dispute } = await disputed()
    const { apiKey } = merchant
    const fetch = (request: Request) => api.fetch(request)
    const client = new CheckoutClient({ apiKey, baseUrl: API_URL, fetch })
    const { dispute: told, customer } = await client.disputes.evidence(dispute.id)
    expect([told, customer]).toEqual([dispute, CUSTOMER])
    const { contentType, bytes } = await client.disputes.evidence(dispute.id, { format: 'pdf' })
    expect(contentType).toBe('application/pdf')
    expect(pdfLines(bytes)).toContain('visa ending in 4242')
    const none = client.disputes.evidence(UNKNOWN, { format: 'pdf' })
    await expect(none).rejects.toMatchObject({ code: 'not_found' })
  })

  it('does not exist for others, nor for none, and needs the scope of reading', async () => {
    const { path } = await disputed()
    const other = await api.addMerchant()
    for (const headers of [{}, PDF]) {
      expect((await other.get(path, headers)).problem().code).toBe('not_found')
      for (const id of [UNKNOWN, 'dp_1', 'pay_0Tq7gLh2RkX5wZs9vMd3Yc'])
        expect((await merchant.get(`/v1/disputes/${id}/evidence`, headers)).problem().code).toBe(
          'not_found',
        )
    }
    const poor = await api.addMerchant({ scopes: ['refunds:write'] })
    expect((await poor.get(path)).problem().code).toBe('insufficient_scope')
    expect((await api.anyone.get(path)).problem().code).toBe('missing_api_key')
    expect((await merchant.post(path)).problem().code).toBe('method_not_allowed')
  })

  it('is in no log and in no table', async () => {
    const { path } = await disputed({ customer: { ...CUSTOMER, name: 'Quimera Única' } })
    const before = await api.dump()
    await read(path)
    await linesOf(path)
    expect(await api.dump()).toBe(before)
    expect(api.logged.join('\n')).not.toContain('Quimera')
  })
})

const ORDER_KEPT = { reference: 'A-1001', lineItems: ORDER.lineItems }

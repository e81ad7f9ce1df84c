import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renderReceipt } from '#page/receipt/render-receipt.ts'
import { createReceiptMailer } from '../../mail/mailers.ts'
import { parseSmtpUrl } from '../../mail/smtp-server.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { failAt } from '#proof/testing/failing-database.ts'
import { startMailServer, type MailServer } from '#proof/testing/mail-server.ts'
import { createPaidSession, createTestSession, cardBody } from '#proof/testing/shopper.ts'
import { updateMerchant } from '../../database/merchants/merchants.ts'
import { createMetrics } from '../../monitoring/metrics.ts'
import { prune } from '../installation/prune.ts'
import { startWorker } from '../../worker/worker.ts'
import { sendReceipts, type SendingReceipts } from './send-receipts.ts'

const DAY_MS = 86_400_000
const LEASE_MS = 60_000

describe('a receipt by e-mail', () => {
  let api: TestApi
  let server: MailServer
  let sending: SendingReceipts
  beforeAll(async () => {
    api = await startTestApi({ emailsReceipts: true })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    server = await startMailServer()
    const smtp = parseSmtpUrl(server.url, { mustEncrypt: true })
    if (smtp === undefined) throw new Error('no address of a mail server')
    const from = { name: null, address: 'recibos@loja.example' }
    sending = { send: createReceiptMailer(smtp, from, renderReceipt) }
  })
  afterEach(async () => {
    await server[Symbol.asyncDispose]()
    await api.sql('delete from receipt_emails')
  })

  const send = (context = api.context) => sendReceipts(context, sending)
  const rows = () =>
    api.sql<{ status: string; attemptsMade: number; leaseToken: string | null }>(
      `select status, attempts_made as "attemptsMade", lease_token as "leaseToken" from receipt_emails`,
    )

  it('goes to the shopper after the payment, with a working link', async () => {
    const open = await createTestSession(api, { orderReference: 'A-1001' })
    await open.pay({ ...(await cardBody(api, '4242424242424242')), locale: 'en' })
    await send()
    const [mail] = server.received
    expect(mail?.to).toEqual(['maria@example.com'])
    const email = await mail?.read()
    const { payment } = await open.look()
    expect(email?.text).toContain(`Payment ID: ${payment?.id}`)
    expect(email?.text).toContain('Order: A-1001')
    expect(email?.text).toContain(open.session.url)
    expect(email?.html).toContain(`href="${open.session.url}"`)
    // F-17
    expect(email?.html).toContain('<meta name="format-detection" content="telephone=no,')
    expect(await rows()).toEqual([{ status: 'sent', attemptsMade: 1, leaseToken: null }])
  })

  it('R-100: is not sent while the payment is only held, and is once it was captured', async () => {
    const open = await createTestSession(api, { captureMethod: 'manual' })
    await open.pay(await cardBody(api, '4242424242424242'))
    await send()
    expect(await open.look()).toMatchObject({ paymentStatus: 'authorized', receiptEmail: null })
    expect(await rows()).toEqual([])
    await api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, { outcome: 'pay' })
    await send()
    expect(server.received).toHaveLength(1)
  })

  it('F-4 tells the time of the payment in the zone of the merchant', async () => {
    await updateMerchant(api.database, api.merchant.id, { timeZone: 'America/Manaus' })
    const open = await createTestSession(api)
    await open.pay({ ...(await cardBody(api, '4242424242424242')), locale: 'en' })
    await send()
    await updateMerchant(api.database, api.merchant.id, { timeZone: null })
    const email = await server.received[0]?.read()
    expect(email?.text).toMatch(/[AP]M GMT-4\n/)
    expect(email?.html).toContain('GMT-4')
  })

  it('has the merchant’s logo, if it can be read', async () => {
    const logoUrl = 'https://loja.example/logo.gif'
    await updateMerchant(api.database, api.merchant.id, { brand: { logoUrl } })
    const asked: string[] = []
    const bytes = Uint8Array.from(Buffer.from('4749463839612c016400', 'hex'))
    for (const image of [{ contentType: 'image/gif' as const, bytes }, undefined]) {
      await createPaidSession(api)
      const read = async (url: string) => {
        asked.push(url)
        return image
      }
      await send({ ...api.context, images: { read } })
    }
    await updateMerchant(api.database, api.merchant.id, { brand: { logoUrl: null } })
    const emails = await Promise.all(server.received.map(async (mail) => mail.read()))
    expect(emails.map(({ attachments }) => attachments.length)).toEqual([1, 0])
    expect(asked).toEqual([logoUrl, logoUrl])
  })

  it('is sent by the worker of a process', async () => {
    await createPaidSession(api)
    const worker = startWorker(api.context, { receipts: sending })
    await expect.poll(() => server.received.length).toBe(1)
    await worker.stop()
    expect(server.received).toHaveLength(1)
  })

  it.each([
    {
      page: 'ar',
      session: 'auto',
      subject: 'إيصالك من متجر \u2068Loja São João\u2069',
      direction: 'rtl',
    },
    { page: 'ja', session: 'en', subject: 'Loja São João の領収書', direction: 'ltr' },
    {
      page: undefined,
      session: 'fr',
      subject: 'Votre reçu\u00a0: Loja São João',
      direction: 'ltr',
    },
    { page: undefined, session: 'auto', subject: 'Seu recibo de Loja São João', direction: 'ltr' },
  ])('for a visit in $page and a session in $session: $subject', async (visit) => {
    const open = await createTestSession(api, { locale: visit.session })
    await open.pay({
      ...(await cardBody(api, '4242424242424242')),
      ...(visit.page && { locale: visit.page }),
    })
    await send()
    const email = await server.received[0]?.read()
    expect(email?.subject).toBe(visit.subject)
    expect(email?.html).toContain(`dir="${visit.direction}"`)
    expect(email?.from?.name).toBe('Loja São João')
  })

  it('rejects an invalid language', async () => {
    const open = await createTestSession(api)
    const answer = await open.pay({ method: 'pix', locale: '<b>' })
    expect(answer.problem()).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'locale' }],
    })
  })

  it('is queued only for paid sessions with a known address', async () => {
    const declined = await createTestSession(api)
    await declined.payByCard('4000000000000002')
    const nameless = await createTestSession(api, {
      customer: undefined,
      collect: { email: 'optional' },
    })
    await nameless.payByCard('4242424242424242')
    expect((await nameless.read()).status).toBe('complete')
    expect(await rows()).toEqual([])
  })

  it('for a late payment is sent when the merchant accepts it, and not when it is refunded', async () => {
    for (const [policy, count] of [
      ['accept', 1],
      ['refund', 0],
    ] as const) {
      await api.sql('delete from receipt_emails')
      await api.sql('update merchants set late_payments = $1', policy)
      const customer = { email: 'expire_immediately@example.com' }
      const open = await createTestSession(api, { customer, expiresInSeconds: 3600 })
      await open.pay({ method: 'pix' })
      const paymentId = (await open.look()).payment?.id ?? ''
      await api.simulation.runDue()
      api.clock.advance(3_600_000)
      await open.look()
      expect(await api.simulation.simulate(paymentId, 'pay_late')).toBe(200)
      await api.simulation.runDue()
      expect(await rows()).toHaveLength(count)
    }
  })

  it('is retried when the server is temporarily unavailable', async () => {
    server.recipientAnswer = 451
    await createPaidSession(api)
    await send()
    await send()
    expect(server.offered).toBe(1)
    server.recipientAnswer = 'accept'
    api.clock.advance(30_000)
    await send()
    expect(server.received).toHaveLength(1)
    expect(await rows()).toEqual([{ status: 'sent', attemptsMade: 2, leaseToken: null }])
  })

  it('is not retried after a permanent failure', async () => {
    server.messageAnswer = 550
    const open = await createPaidSession(api)
    expect((await open.look()).receiptEmail).toBe('m***@example.com')
    await send()
    expect(await rows()).toEqual([{ status: 'failed', attemptsMade: 1, leaseToken: null }])
    expect((await open.look()).receiptEmail).toBeNull()
    api.clock.advance(DAY_MS)
    await send()
    expect(server.offered).toBe(1)
  })

  it('is given up after about a day of retries', async () => {
    server.recipientAnswer = 451
    await createPaidSession(api)
    const start = api.clock.now().getTime()
    let hours = 0
    for (; (await rows())[0]?.status === 'pending'; hours += 0.5) {
      await send()
      api.clock.advance(1_800_000)
      expect(hours).toBeLessThan(48)
    }
    expect(await rows()).toEqual([{ status: 'failed', attemptsMade: 10, leaseToken: null }])
    expect(api.clock.now().getTime() - start).toBeGreaterThan(DAY_MS * 0.9)
    expect(hours).toBeLessThan(30)
  })

  it('logs neither address nor reference', async () => {
    server.messageAnswer = 550
    const open = await createPaidSession(api)
    const before = api.logged.length
    await send()
    const logged = api.logged.slice(before).join('')
    expect(logged).toContain('EMESSAGE DATA 550')
    expect(logged).not.toContain('maria@example.com')
    expect(logged).not.toContain(open.reference)
  })

  it('is sent by one of many workers', async () => {
    for (let count = 0; count < 10; count++) await createPaidSession(api)
    await Promise.all(Array.from({ length: 5 }, () => send()))
    await send()
    expect(server.received).toHaveLength(10)
    expect(new Set(server.received.map(({ raw }) => /^Message-ID: .*$/m.exec(raw)?.[0])).size).toBe(
      10,
    )
  })

  it('is duplicated at most once when the process crashes between sending and writing, and the duplicate is recognizable', async () => {
    await createPaidSession(api)
    const failing = failAt(api.context.database, 3, 'before')
    await send({ ...api.context, database: failing })
    expect(failing.steps()).toBe(3)
    expect(server.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'pending', attemptsMade: 1 }])
    await send()
    expect(server.received).toHaveLength(1)
    api.clock.advance(LEASE_MS)
    await send()
    const ids = await Promise.all(
      server.received.map(async (mail) => (await mail.read()).messageId),
    )
    expect(ids).toEqual([ids[0], ids[0]])
    expect(await rows()).toEqual([{ status: 'sent', attemptsMade: 2, leaseToken: null }])
  })

  it('ends even when every attempt crashes its process', async () => {
    await createPaidSession(api)
    const dying: SendingReceipts = { send: () => Promise.reject(new Error('the process dies')) }
    for (let turn = 0; turn < 15; turn++) {
      await sendReceipts(api.context, dying)
      api.clock.advance(LEASE_MS)
    }
    expect(await rows()).toMatchObject([{ status: 'failed', attemptsMade: 11 }])
  })

  it('cannot be finished by a process whose lease has expired', async () => {
    await createPaidSession(api)
    const slow: SendingReceipts = {
      async send(receipt) {
        api.clock.advance(LEASE_MS)
        await send()
        return sending.send(receipt).then(() => ({ result: 'failed', reason: 'late' }) as const)
      },
    }
    await sendReceipts(api.context, slow)
    expect(await rows()).toEqual([{ status: 'sent', attemptsMade: 2, leaseToken: null }])
  })

  it('is not sent after the shopper was erased', async () => {
    const open = await createPaidSession(api)
    await api.sql(`update payments set customer = '{}' where session_id = $1`, open.id)
    await send()
    expect(server.offered).toBe(0)
    expect(await rows()).toMatchObject([{ status: 'failed' }])
  })

  it('stores no address in its queue, and is pruned after 90 days', async () => {
    await createPaidSession(api)
    const [row] = await api.sql<{ text: string }>(
      'select receipt_emails::text as text from receipt_emails',
    )
    expect(row?.text).not.toContain('@')
    await send()
    api.clock.advance(89 * DAY_MS)
    await prune(api.context)
    expect(await rows()).toHaveLength(1)
    api.clock.advance(2 * DAY_MS)
    await prune(api.context)
    expect(await rows()).toEqual([])
  })

  it('is counted in the metrics', async () => {
    const metrics = createMetrics()
    server.recipientAnswer = 451
    await createPaidSession(api)
    await sendReceipts(api.context, { ...sending, metrics })
    server.recipientAnswer = 'accept'
    api.clock.advance(30_000)
    await sendReceipts(api.context, { ...sending, metrics })
    const text = await metrics.text()
    expect(text).toContain('checkout_receipt_emails_total{result="retry"} 1')
    expect(text).toContain('checkout_receipt_emails_total{result="sent"} 1')
  })
})

describe('without a mail server', () => {
  it('no receipt is queued, and the page promises none', async () => {
    const api = await startTestApi()
    const open = await createPaidSession(api)
    expect((await open.look()).receiptEmail).toBeNull()
    expect(await api.sql('select * from receipt_emails')).toEqual([])
    await api.close()
  })
})

describe('the link to a receipt', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ emailsReceipts: true })
  })
  afterAll(() => api.close())

  it('shows it permanently, without the payer', async () => {
    const customer = { email: 'maria@example.com', name: 'Maria Silva', phone: '+5511998765432' }
    const lineItems = [{ name: 'Livro', quantity: 2, unitAmount: 12_995 }]
    const open = await createPaidSession(api, { customer, amount: undefined, lineItems })
    const fresh = await open.look()
    expect(fresh).toMatchObject({ customer: null, receiptEmail: 'm***@example.com' })

    api.clock.advance(400 * DAY_MS)
    await prune(api.context)
    const old = await open.look()
    expect(old).toMatchObject({
      status: 'complete',
      amount: 25_990,
      lineItems,
      payment: { id: fresh.payment?.id, status: 'succeeded', card: { lastFour: '4242' } },
      receiptEmail: null,
    })
    expect(JSON.stringify(old)).not.toMatch(/maria|silva|99876/i)

    await api.merchant.post(`/v1/sessions/${open.id}/refunds`, {})
    expect(await open.look()).toMatchObject({
      paymentStatus: 'refunded',
      amount: 25_990,
      lineItems,
    })
  })

  it('shows the payment that succeeded, even when a later one followed', async () => {
    await api.sql(`update merchants set late_payments = 'accept'`)
    const customer = { email: 'expire_immediately@example.com' }
    const open = await createTestSession(api, { customer })
    await open.pay({ method: 'pix' })
    const paymentId = (await open.look()).payment?.id ?? ''
    await api.simulation.runDue()
    await open.payByCard('4000000000000002')
    expect((await open.look()).payment?.status).toBe('failed')
    api.clock.advance(1000)
    expect(await api.simulation.simulate(paymentId, 'pay_late')).toBe(200)
    // A second after the inquiry before.
    api.clock.advance(1000)
    await api.simulation.runDue()
    expect(await open.look()).toMatchObject({
      status: 'complete',
      payment: { id: paymentId, status: 'succeeded', method: 'pix' },
    })
  })
})

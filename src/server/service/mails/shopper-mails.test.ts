import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renderNotice } from '#page/receipt/render-notice.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { failAt } from '#proof/testing/failing-database.ts'
import { startMailServer, type MailServer } from '#proof/testing/mail-server.ts'
import { pdfLines } from '#proof/testing/pdf-text.ts'
import { createPaidSession, createTestSession } from '#proof/testing/shopper.ts'
import { createNoticeMailer } from '../../mail/mailers.ts'
import { parseSmtpUrl } from '../../mail/smtp-server.ts'
import { startWorker } from '../../worker/worker.ts'
import { prune } from '../installation/prune.ts'
import type { SendNotice } from './notice.ts'
import { sendShopperMails } from './send-shopper-mails.ts'

const DAY_MS = 86_400_000
const LEASE_MS = 60_000
const CUSTOMER = { email: 'maria@example.com', name: 'Maria Silva', taxId: '52998224725' }

describe('mails besides the receipt', () => {
  let api: TestApi
  let server: MailServer
  let sendNotice: SendNotice
  beforeAll(async () => {
    api = await startTestApi({ emailsReceipts: true })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    server = await startMailServer()
    const smtp = parseSmtpUrl(server.url, { mustEncrypt: true })
    if (smtp === undefined) throw new Error('no address of a mail server')
    const from = { name: null, address: 'recibos@loja.example' }
    sendNotice = createNoticeMailer(smtp, from, renderNotice)
  })
  afterEach(async () => {
    await server[Symbol.asyncDispose]()
    await api.sql('delete from shopper_mails')
    await api.sql('update merchants set shopper_mails = true')
  })

  const send = (context = api.context) => sendShopperMails(context, sendNotice)
  const rows = () =>
    api.sql<{ kind: string; status: string; attemptsMade: number }>(
      `select kind, status, attempts_made as "attemptsMade" from shopper_mails order by kind desc, created_at`,
    )
  const read = async () => Promise.all(server.received.map(async (mail) => mail.read()))

  async function openBoleto(locale = 'pt-BR') {
    const open = await createTestSession(api, { customer: CUSTOMER, orderReference: 'A-1001' })
    await open.pay({ method: 'boleto', locale })
    const { payment } = await open.look()
    const { action } = payment ?? {}
    if (!action || !('dueDate' in action)) throw new Error('no boleto')
    return { open, action }
  }

  async function refund(open: { id: string }, amount: number) {
    await api.merchant.post(`/v1/sessions/${open.id}/refunds`, { amount })
    await api.simulation.runDue()
  }

  it('R-123: brings a boleto with its PDF to the address that made it', async () => {
    const { open, action } = await openBoleto()
    await send()
    expect(server.received.map(({ to }) => to)).toEqual([['maria@example.com']])
    const [mail] = await read()
    expect(mail?.subject).toBe('Seu boleto está pronto · Loja São João')
    expect(mail?.html).toContain(`href="${open.session.url}/boleto.pdf"`)
    expect(mail?.text?.replaceAll(/\D/g, '')).toContain(action.digitableLine)
    expect(mail?.attachments.map(({ mimeType }) => mimeType)).toEqual(['application/pdf'])
    const content = mail?.attachments[0]?.content
    if (!(content instanceof ArrayBuffer)) throw new Error('no PDF')
    expect(pdfLines(new Uint8Array(content)).join('\n')).toContain('Recibo do pagador')
    await send()
    expect(server.received).toHaveLength(1)
  })

  it('R-123: calls a boleto to mind once, on the day before its due date', async () => {
    const { action } = await openBoleto('en')
    await send()
    const eve = Date.parse(`${action.dueDate}T09:00:00-03:00`) - DAY_MS
    api.clock.advance(eve - LEASE_MS - api.clock.now().getTime())
    await send()
    expect(server.received).toHaveLength(1)
    api.clock.advance(LEASE_MS)
    await send()
    await send()
    const [, mail] = await read()
    expect(mail?.subject).toMatch(/^Your boleto from Loja São João is due on \w+ \d+, \d{4}$/)
    expect(mail?.attachments).toEqual([])
    expect(server.received).toHaveLength(2)
  })

  it('R-123: does not call a paid boleto to mind', async () => {
    const { open, action } = await openBoleto()
    await api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, { outcome: 'pay' })
    api.clock.advance(Date.parse(`${action.dueDate}T09:00:00-03:00`) - api.clock.now().getTime())
    await send()
    expect(server.received).toEqual([])
    expect(await rows()).toEqual([
      { kind: 'boleto_made', status: 'dropped', attemptsMade: 1 },
      { kind: 'boleto_due', status: 'dropped', attemptsMade: 1 },
    ])
  })

  it('R-124: tells of each refund once, in the shopper’s language', async () => {
    const open = await createPaidSession(api, { locale: 'de' })
    await refund(open, 5000)
    await refund(open, 1000)
    await send()
    await send()
    const mails = await read()
    expect(new Set(mails.map(({ subject }) => subject?.replaceAll('\u00A0', ' ')))).toEqual(
      new Set(['10,00 R$ erstattet · Loja São João', '50,00 R$ erstattet · Loja São João']),
    )
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2)
    expect(mails[0]?.attachments).toEqual([])
  })

  it('R-124: tells once of money that the bank took back', async () => {
    const open = await createPaidSession(api, { locale: 'en' })
    await api.merchant.post(`/v1/sandbox/sessions/${open.id}/simulate`, { outcome: 'reverse' })
    await api.simulation.runDue()
    await send()
    await send()
    const [mail, ...others] = await read()
    expect(mail?.subject).toBe('Your bank returned this payment · Loja São João')
    expect(others).toEqual([])
  })

  it('R-125: is sent after all when the process crashes, with the same Message-ID', async () => {
    await openBoleto()
    const failing = failAt(api.context.database, 4, 'before')
    await send({ ...api.context, database: failing })
    expect(server.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ kind: 'boleto_made', status: 'pending' }, {}])
    api.clock.advance(LEASE_MS)
    await send()
    const ids = (await read()).map(({ messageId }) => messageId)
    expect(ids).toEqual([ids[0], ids[0]])
    expect(await rows()).toMatchObject([{ kind: 'boleto_made', status: 'sent' }, {}])
  })

  it('R-125: is retried where the address bounces for now, and given up where it bounces for good', async () => {
    server.recipientAnswer = 451
    await openBoleto()
    await send()
    expect(await rows()).toMatchObject([{ status: 'pending', attemptsMade: 1 }, {}])
    server.recipientAnswer = 550
    api.clock.advance(30_000)
    const before = api.logged.length
    await send()
    api.clock.advance(LEASE_MS)
    await send()
    expect(server.offered).toBe(2)
    expect(await rows()).toMatchObject([{ status: 'failed', attemptsMade: 2 }, {}])
    expect(api.logged.slice(before).join('')).not.toContain('maria@example.com')
  })

  it('ends even when every attempt crashes its process', async () => {
    await openBoleto()
    for (let turn = 0; turn < 12; turn++) {
      await sendShopperMails(api.context, () => Promise.reject(new Error('the process dies')))
      api.clock.advance(LEASE_MS)
    }
    expect(await rows()).toMatchObject([{ status: 'failed', attemptsMade: 11 }, {}])
  })

  it('S-164: goes to nobody but the address of the payment, which its queue does not hold', async () => {
    const { open } = await openBoleto()
    await api.sql(`update payments set customer = '{}' where session_id = $1`, open.id)
    const [row] = await api.sql<{ text: string }>(
      'select shopper_mails::text as text from shopper_mails',
    )
    expect(row?.text).not.toContain('@')
    await send()
    expect(server.offered).toBe(0)
    expect(await rows()).toMatchObject([{ status: 'dropped' }, {}])
  })

  it('S-164: is not sent where the merchant does not want it', async () => {
    await api.sql('update merchants set shopper_mails = false')
    await openBoleto()
    await send()
    expect(server.offered).toBe(0)
    expect(await rows()).toMatchObject([{ status: 'dropped' }, {}])
  })

  it('S-165: tells nothing that the page withholds', async () => {
    const open = await createTestSession(api)
    await open.payByCard('4000000000000002')
    await api.merchant.post(`/v1/sessions/${open.id}/cancel`, {})
    api.clock.advance(2 * DAY_MS)
    await api.sql(
      `with taken as (
         update payments set captured_minor = 100, reversed_minor = 100 where session_id = $1 returning id
       )
       insert into shopper_mails (session_id, kind, payment_id, next_attempt_at, created_at)
       select $1, 'reversal', id, '2026-01-01', '2026-01-01' from taken`,
      open.id,
    )
    expect((await open.look()).detailsWithheld).toBe(true)
    await send()
    expect(server.offered).toBe(0)
    expect(await rows()).toMatchObject([{ status: 'dropped' }])
  })

  it('is sent by the worker of a process, and pruned after 90 days', async () => {
    await openBoleto()
    const receipts = { send: async () => ({ result: 'sent' }) as const, sendNotice }
    const worker = startWorker(api.context, { receipts })
    await expect.poll(() => server.received.length).toBe(1)
    await worker.stop()
    api.clock.advance(91 * DAY_MS)
    await send()
    await prune(api.context)
    expect((await rows()).map(({ kind }) => kind)).toEqual(['boleto_due'])
  })
})

describe('without a mail server', () => {
  it('no mail is queued', async () => {
    const api = await startTestApi()
    const open = await createTestSession(api, { customer: CUSTOMER })
    await open.pay({ method: 'boleto' })
    expect(await api.sql('select * from shopper_mails')).toEqual([])
    await api.close()
  })
})

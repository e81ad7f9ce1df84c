import { createHmac, timingSafeEqual, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { selfSignedCertificate } from '#proof/testing/self-signed-certificate.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { Checkout } from '#contract/checkout.ts'
import { createConcurrencyLimit } from '../limits/concurrency-limit.ts'
import { certificateRule } from '../processors/accounts/accounts.ts'
import { createReceiveNotification } from './processor-notifications.ts'

const FORGERIES = 10_000
const AT_ONCE = 250
const SECRET = 'whsec-of-the-account'
/** An address of the processor, from which its other customers' notifications come, too. */
const SHARED = { address: '189.6.0.1' }

// tests guard: forgeries-counted-alone

describe('S-152: an account that verifies cheaply', () => {
  const scripted = createScriptedProcessor()
  let verified = 0
  const processor: typeof scripted = {
    ...scripted,
    verifiesCheaply: true,
    async readNotification(rawBody, headers) {
      verified += 1
      const expected = createHmac('sha256', SECRET).update(rawBody).digest()
      const given = Buffer.from(headers.get('x-signature') ?? '', 'hex')
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      return JSON.parse(rawBody) as { notificationId: string; paymentId: string }
    },
  }
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
    scripted.script('createPayment', { status: 'processing' })
    scripted.script('inquire', { status: 'processing' })
  })
  afterAll(() => api.close())

  const notification = (body: object, secret: string) => {
    const rawBody = JSON.stringify(body)
    const signature = createHmac('sha256', secret).update(rawBody).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-signature': signature }
    const url = `${API_URL}/processor/notifications/scripted`
    return new Request(url, { method: 'POST', headers, body: rawBody })
  }
  const paymentIdOf = async () => {
    const open = await createTestSession(api)
    return (await open.pay({ method: 'pix' })).as(Checkout).payment?.id ?? ''
  }
  const stored = async (paymentId: string) =>
    (
      await api.sql(
        'select 1 from processor_notifications where payment_id = $1 and not pending',
        paymentId,
      )
    ).length
  const forgeriesCounted = async () => {
    const text = await api.metrics.text()
    return Number(/^checkout_processor_forgeries_total\{.*\} (\d+)$/m.exec(text)?.[1])
  }

  it('S-152: takes each genuine notification beside 10 000 forged ones of the same address, and counts these', async () => {
    const paymentId = await paymentIdOf()
    const before = { verified, counted: await forgeriesCounted() }
    // One permit: forged notifications that waited with it would have genuine ones refused.
    const receive = createReceiveNotification(api.context, { limit: createConcurrencyLimit(1) })
    const forged = new Map<number, number>()
    const genuine: number[] = []
    const forge = async (number: number) => {
      const body = { notificationId: `forged ${number}`, paymentId }
      const { status } = await receive(notification(body, 'whsec-of-another-account'), SHARED)
      forged.set(status, (forged.get(status) ?? 0) + 1)
    }
    for (let first = 0; first < FORGERIES; first += AT_ONCE) {
      const beside = Array.from({ length: AT_ONCE }, (_, number) => forge(first + number))
      const body = { notificationId: `genuine ${first}`, paymentId }
      genuine.push((await receive(notification(body, SECRET), SHARED)).status)
      await Promise.all(beside)
    }
    expect([...forged]).toEqual([[400, FORGERIES]])
    expect(genuine).toEqual(Array.from({ length: FORGERIES / AT_ONCE }, () => 204))
    expect(verified - before.verified).toBe(FORGERIES + genuine.length)
    expect((await forgeriesCounted()) - before.counted).toBe(FORGERIES)
    expect(await stored(paymentId)).toBe(genuine.length)
  })

  it('S-152: takes them through the whole API, where 31 forged ones stop another account', async () => {
    const paymentId = await paymentIdOf()
    const statuses: number[] = []
    for (let number = 0; number < 31; number++) {
      const body = { notificationId: `forged ${number}`, paymentId }
      statuses.push((await api.fetch(notification(body, 'another'), SHARED)).status)
    }
    expect(statuses).toEqual(Array.from({ length: 31 }, () => 400))
    const body = { notificationId: 'genuine', paymentId }
    expect((await api.fetch(notification(body, SECRET), SHARED)).status).toBe(204)
    expect(await stored(paymentId)).toBe(1)
  })

  it('S-152: refuses a wrong client certificate at any rate, without asking the module', async () => {
    const paymentId = await paymentIdOf()
    const authority = new X509Certificate(selfSignedCertificate('authority').cert)
    const account = {
      name: 'scripted',
      module: 'own',
      isRetired: false,
      processor: undefined,
      notificationUrl: `${API_URL}/processor/notifications/scripted`,
      webhookAuthorities: [authority],
    }
    const rule = certificateRule([account], () => new Date())
    const receive = createReceiveNotification(api.context, { certificateRule: rule })
    const before = { verified, counted: await forgeriesCounted() }
    for (let number = 0; number < 40; number++) {
      const body = { notificationId: `uncertified ${number}`, paymentId }
      expect((await receive(notification(body, SECRET), SHARED)).status).toBe(400)
    }
    expect(verified).toBe(before.verified)
    expect((await forgeriesCounted()) - before.counted).toBe(40)
  })

  it('S-152: keeps its bounds: 413 and 415 before anything is verified', async () => {
    const before = verified
    const send = (headers: Record<string, string>, body: string) =>
      api.fetch(
        new Request(`${API_URL}/processor/notifications/scripted`, {
          method: 'POST',
          headers,
          body,
        }),
        SHARED,
      )
    expect((await send({ 'content-type': 'text/plain' }, '{}')).status).toBe(415)
    const large = await send({ 'content-type': 'application/json' }, ' '.repeat(65_537))
    expect(large.status).toBe(413)
    expect(verified).toBe(before)
  })
})

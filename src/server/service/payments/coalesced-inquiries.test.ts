import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { composeApi, type ComposedApi } from '#proof/testing/compose-api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'
import { prune } from '../installation/prune.ts'
import { resolvePayments } from './resolve-payments.ts'

const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const FAILED = { status: 'failed', declineCode: 'card_declined' } as const
const WAITING = {
  status: 'requires_action',
  action: { type: 'challenge', url: 'https://bank.example/' },
} as const
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

// tests guard: webhook-once
// tests guard: pending-webhook
// tests guard: forgery-limit

describe('S-113: what one visitor can make the processor do', () => {
  const scripted = createScriptedProcessor()
  let verified = 0
  const processor: typeof scripted = {
    ...scripted,
    readNotification(rawBody, headers, arrival) {
      verified += 1
      return scripted.readNotification(rawBody, headers, arrival)
    },
  }
  const masterKey = randomBytes(32)
  let api: TestApi
  let other: ComposedApi
  beforeAll(async () => {
    api = await startTestApi({ processor, masterKey })
    const { database, clock } = api
    other = await composeApi({ database, clock, url: '', processor, masterKey })
  })
  beforeEach(() => {
    scripted.script('createPayment', WAITING)
    scripted.script('inquire', WAITING)
    api.clock.advance(MINUTE_MS)
  })
  afterAll(async () => {
    await other.close()
    await api.close()
  })

  const challenged = async () => {
    const open = await createTestSession(api)
    const { payment } = (await open.pay(SEALED_CARD)).as(Checkout)
    const id = payment?.id ?? ''
    const path = `${open.checkoutPath}/payments/${id}/action`
    return { open, id, complete: () => api.checkout.post(path) }
  }
  const inquiriesOf = (paymentId: string) =>
    processor.calls.filter(([call, id]) => call === 'inquire' && id === paymentId).length

  interface Sent {
    paymentId: string
    notificationId: string
    isGenuine?: boolean
    address?: string
    by?: Pick<ComposedApi, 'fetch'>
  }
  const notify = ({ by = api, address, isGenuine = true, ...body }: Sent) =>
    by.fetch(
      new Request(`${API_URL}/processor/notifications`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(isGenuine && { 'x-scripted': 'authentic' }),
        },
        body: JSON.stringify(body),
      }),
      address === undefined ? undefined : { address },
    )

  it('S-113: 50 calls to complete an action make one inquiry, and one more by the worker a second later', async () => {
    const { id, complete, open } = await challenged()
    const answers = await Promise.all(Array.from({ length: 50 }, complete))
    for (const answer of answers) expect(answer.as(Checkout).payment?.id).toBe(id)
    expect(inquiriesOf(id)).toBe(1)
    scripted.script('inquire', SUCCEEDED)
    await resolvePayments(api.context)
    expect(inquiriesOf(id)).toBe(1)
    api.clock.advance(1000)
    await resolvePayments(api.context)
    expect(inquiriesOf(id)).toBe(2)
    expect((await open.look()).status).toBe('complete')
  })

  it('S-113: two processes make one inquiry a second', async () => {
    const { id } = await challenged()
    // Few enough that the clock, which moves on a millisecond at each reading, stays within the second.
    const sent = Array.from({ length: 10 }, (_, number) =>
      notify({
        paymentId: id,
        notificationId: `${id} ${number}`,
        by: number % 2 === 0 ? api : other,
      }),
    )
    for (const { status } of await Promise.all(sent)) expect(status).toBe(204)
    expect(inquiriesOf(id)).toBe(1)
    api.clock.advance(1000)
    expect((await notify({ paymentId: id, notificationId: `${id} later`, by: other })).status).toBe(
      204,
    )
    expect(inquiriesOf(id)).toBe(2)
  })

  it('S-113: the same genuine webhook 20 times makes one inquiry', async () => {
    const { id } = await challenged()
    for (let time = 0; time < 20; time++) {
      expect((await notify({ paymentId: id, notificationId: `${id} twin` })).status).toBe(204)
      api.clock.advance(2000)
    }
    expect(inquiriesOf(id)).toBe(1)
  })

  it('S-113: a webhook within the second is not lost, during an inquiry and after the payment has failed', async () => {
    const { open, id } = await challenged()
    const held = Promise.withResolvers<{ status: 'failed'; declineCode: 'card_declined' }>()
    scripted.script('inquire', held.promise, SUCCEEDED)
    const first = notify({ paymentId: id, notificationId: `${id} 1` })
    await expect.poll(() => inquiriesOf(id)).toBe(1)
    expect((await notify({ paymentId: id, notificationId: `${id} 2` })).status).toBe(204)
    held.resolve({ status: 'failed', declineCode: 'card_declined' })
    expect((await first).status).toBe(204)
    expect((await open.look()).payment?.status).toBe('failed')
    api.clock.advance(1000)
    await resolvePayments(api.context)
    expect((await open.look()).status).toBe('complete')
    api.clock.advance(DAY_MS)
    await resolvePayments(api.context)
    expect(inquiriesOf(id)).toBe(2)
  })

  it('S-113: a webhook whose inquiry is not answered is asked about again by the worker', async () => {
    const { open, id } = await challenged()
    scripted.script('inquire', { status: 'failed', declineCode: 'card_declined' })
    await notify({ paymentId: id, notificationId: `${id} 1` })
    api.clock.advance(1000)
    scripted.script('inquire', SILENT, SILENT, SUCCEEDED)
    expect((await notify({ paymentId: id, notificationId: `${id} 2` })).status).toBe(204)
    for (let step = 0; step < 2; step++) {
      api.clock.advance(10 * MINUTE_MS)
      await resolvePayments(api.context)
    }
    expect((await open.look()).status).toBe('complete')
  })

  it('R-10: a webhook of a payment that has ended is followed by an inquiry a minute later, also where another is due before', async () => {
    const { open, id } = await challenged()
    scripted.script('inquire', FAILED)
    await notify({ paymentId: id, notificationId: `${id} 1` })
    api.clock.advance(50_000)
    await notify({ paymentId: id, notificationId: `${id} 2` })
    // A minute after the first webhook, when the look-up still lags behind the second one.
    api.clock.advance(15_000)
    await resolvePayments(api.context)
    scripted.script('inquire', SUCCEEDED)
    api.clock.advance(50_000)
    await resolvePayments(api.context)
    expect((await open.look()).status).toBe('complete')
  })

  it('R-10: a webhook that comes while the worker inquires is followed by an inquiry a minute later, too', async () => {
    const { open, id } = await challenged()
    scripted.script('inquire', FAILED)
    await notify({ paymentId: id, notificationId: `${id} 1` })
    api.clock.advance(61_000)
    const held = Promise.withResolvers<typeof FAILED>()
    scripted.script('inquire', held.promise, FAILED)
    const working = resolvePayments(api.context)
    await expect.poll(() => inquiriesOf(id)).toBe(2)
    api.clock.advance(2000)
    await notify({ paymentId: id, notificationId: `${id} 2` })
    held.resolve(FAILED)
    await working
    scripted.script('inquire', SUCCEEDED)
    api.clock.advance(61_000)
    await resolvePayments(api.context)
    expect((await open.look()).status).toBe('complete')
  })

  it('R-10: a webhook that a process stored and did not apply, since it was killed, is applied when it is sent again', async () => {
    const { open, id } = await challenged()
    scripted.script('inquire', { status: 'failed', declineCode: 'card_declined' })
    await notify({ paymentId: id, notificationId: `${id} 1` })
    api.clock.advance(2000)
    const dead = Promise.withResolvers<typeof SUCCEEDED>()
    scripted.script('inquire', dead.promise, SUCCEEDED)
    const unanswered = notify({ paymentId: id, notificationId: `${id} 2`, by: other })
    await expect.poll(() => inquiriesOf(id)).toBe(2)
    api.clock.advance(2000)
    expect((await notify({ paymentId: id, notificationId: `${id} 2` })).status).toBe(204)
    expect((await open.look()).status).toBe('complete')
    dead.resolve(SUCCEEDED)
    expect((await unanswered).status).toBe(204)
  })

  it('S-113: 300 forged webhooks of one address cost 30 verifications; others are served, genuine ones at any rate', async () => {
    const { id } = await challenged()
    const before = verified
    const forge = (number: number) =>
      notify({
        paymentId: id,
        notificationId: `forged ${number}`,
        isGenuine: false,
        address: '189.6.0.1',
      })
    const statuses: number[] = []
    for (let number = 0; number < 300; number++) statuses.push((await forge(number)).status)
    expect(verified - before).toBe(30)
    expect(statuses.filter((status) => status === 400)).toHaveLength(30)
    expect(statuses.slice(30)).toEqual(Array.from({ length: 270 }, () => 429))
    const refused = await forge(300)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(inquiriesOf(id)).toBe(0)
    for (let number = 0; number < 100; number++) {
      const genuine = { paymentId: id, notificationId: `${id} ${number}`, address: '189.6.0.2' }
      expect((await notify(genuine)).status).toBe(204)
    }
  })

  it('S-113: notifications are kept for 30 days', async () => {
    const { id } = await challenged()
    await notify({ paymentId: id, notificationId: `${id} kept` })
    const kept = async () =>
      (
        await api.sql(
          'select 1 from processor_notifications where notification_id = $1',
          `${id} kept`,
        )
      ).length
    api.clock.advance(30 * DAY_MS - MINUTE_MS)
    await prune(api.context)
    expect(await kept()).toBe(1)
    api.clock.advance(2 * MINUTE_MS)
    await prune(api.context)
    expect(await kept()).toBe(0)
  })
})

import * as fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { exampleSession } from '#proof/testing/client/session.fixture.ts'
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const otherSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const now = new Date('2026-11-20T16:42:08.000Z')
const notification = {
  id: 'evt_0350qmKLMuJ9K1lrKhvHIu',
  type: 'session.completed',
  timestamp: '2026-11-20T16:42:07.311Z',
  environment: 'sandbox',
  sequence: 2,
  data: { session: exampleSession({ status: 'complete', paymentStatus: 'paid' }) },
}

/** Signed by the reference implementation of Standard Webhooks, not by ours. */
function signed(message: unknown, { at = now, with: key = secret } = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  const headers = {
    'webhook-id': notification.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(notification.id, at, body),
  }
  return { body, headers }
}

async function reasonOf(verification: Promise<unknown>): Promise<string> {
  const error: unknown = await verification.then(
    () => 'was accepted',
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(WebhookVerificationError)
  return error instanceof WebhookVerificationError ? error.reason : ''
}

describe('S-86: verifyWebhook', () => {
  const { body, headers } = signed(notification)

  it.each([
    ['a record of headers', headers],
    ['Headers', new Headers(headers)],
    [
      'headers in capitals',
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
      ),
    ],
  ])('accepts what the standard signs, with %s', async (_name, headers) => {
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(notification)
  })

  it('accepts the bytes of a body', async () => {
    const bytes = new TextEncoder().encode(body)
    expect(await verifyWebhook(bytes, headers, secret, { now })).toEqual(notification)
  })

  it('accepts any of several secrets', async () => {
    expect(await verifyWebhook(body, headers, [otherSecret, secret], { now })).toEqual(notification)
  })

  it('accepts a type that is newer than the client', async () => {
    const newer = { ...notification, type: 'session.shipped' }
    const { body, headers } = signed(newer)
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(newer)
  })

  it("uses the machine's clock by default", async () => {
    const { body, headers } = signed(notification, { at: new Date() })
    expect(await verifyWebhook(body, headers, secret)).toEqual(notification)
    expect(await reasonOf(verifyWebhook(body, signed(body).headers, secret))).toMatch(/^too_/)
  })

  it.each([300, -300])('accepts it %i seconds after its time', async (seconds) => {
    const later = new Date(now.getTime() + seconds * 1000)
    expect(await verifyWebhook(body, headers, secret, { now: later })).toEqual(notification)
  })

  it.each([
    [301, 'too_old'],
    [-301, 'too_new'],
  ])('refuses it %i seconds after its time', async (seconds, reason) => {
    const later = new Date(now.getTime() + seconds * 1000)
    expect(await reasonOf(verifyWebhook(body, headers, secret, { now: later }))).toBe(reason)
  })

  it('takes another tolerance', async () => {
    const later = new Date(now.getTime() + 11_000)
    const strict = verifyWebhook(body, headers, secret, { now: later, toleranceSeconds: 10 })
    expect(await reasonOf(strict)).toBe('too_old')
  })

  it.each([
    ['another secret', body, headers, otherSecret, 'no_match'],
    [
      'a body that was parsed and written again',
      JSON.stringify(JSON.parse(body), null, 1),
      headers,
      secret,
      'no_match',
    ],
    [
      'another id',
      body,
      { ...headers, 'webhook-id': 'evt_0350qmKLMuJ9K1lrKhvHIv' },
      secret,
      'no_match',
    ],
    ['another time', body, { ...headers, 'webhook-timestamp': '1795192929' }, secret, 'no_match'],
    ['no signature', body, { ...headers, 'webhook-signature': '' }, secret, 'missing_header'],
    ['no headers', body, {}, secret, 'missing_header'],
    [
      'an asymmetric signature',
      body,
      { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v1a,') },
      secret,
      'no_match',
    ],
    ['a malformed secret', body, headers, 'not base64!', 'malformed_secret'],
    ['no secrets', body, headers, [], 'malformed_secret'],
  ])('refuses %s', async (_name, body, headers, secret, reason) => {
    expect(await reasonOf(verifyWebhook(body, headers, secret, { now }))).toBe(reason)
  })

  it.each([
    ['no JSON', 'hello'],
    ['no notification', '{"hello":"world"}'],
    [
      'a notification with a broken session',
      JSON.stringify({ ...notification, data: { session: {} } }),
    ],
  ])('refuses %s although it is signed', async (_name, text) => {
    const { body, headers } = signed(text)
    expect(await reasonOf(verifyWebhook(body, headers, secret, { now }))).toBe('malformed_body')
  })

  it.each([undefined, [undefined, secret]])(
    'R-73: asks whether a secret that is %j is set',
    async (secrets) => {
      const unset = secrets as unknown as string
      await expect(verifyWebhook(body, headers, unset, { now })).rejects.toThrow(
        /^The secret is undefined: is WEBHOOK_SECRET set/,
      )
    },
  )

  it('refuses every change of one byte of the body', async () => {
    const bytes = new TextEncoder().encode(body)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, mask) => {
          const changed = bytes.map((byte, index) => (index === at ? byte ^ mask : byte))
          expect(await reasonOf(verifyWebhook(changed, headers, secret, { now }))).toBe('no_match')
        },
      ),
    )
  })

  it('names the remedy', async () => {
    await expect(verifyWebhook(body, headers, otherSecret, { now })).rejects.toThrow(
      /pass the body exactly as it came/,
    )
  })
})

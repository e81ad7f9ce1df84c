import * as fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWebhookSecret } from './webhook-secret.ts'
import { type ReceivedWebhook, signWebhook, verifyWebhookSignature } from './webhook-signature.ts'

const now = new Date('2026-11-20T12:00:00.500Z')
const nowSeconds = Math.floor(now.getTime() / 1000)
const SECRET = makeWebhookSecret((length) => new Uint8Array(length).fill(1))
const OTHER_SECRET = makeWebhookSecret((length) => new Uint8Array(length).fill(2))

const secret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`)
const id = fc.stringMatching(/^evt_[0-9A-Za-z]{22}$/)
const body = fc.oneof(
  fc.json(),
  fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify({ text })),
)

const message = { id: 'evt_1', timestamp: now, body: '{"a":1}', secrets: [SECRET] }
const genuine = {
  'webhook-id': message.id,
  'webhook-timestamp': String(nowSeconds),
  'webhook-signature': await signWebhook(message),
}

async function refusal(changes: Partial<ReceivedWebhook>) {
  const { body, secrets } = message
  const verdict = await verifyWebhookSignature({ headers: genuine, body, secrets, now, ...changes })
  return verdict.ok ? 'accepted' : verdict.reason
}

function withHeader(name: string, value: string | string[] | undefined) {
  return refusal({ headers: { ...genuine, [name]: value } })
}

// tests guard: signed-timestamp
// tests guard: signed-bytes
// tests guard: signature-age

describe('signWebhook', () => {
  it('gives the published vector of Standard Webhooks', async () => {
    const signature = await signWebhook({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    })
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('refuses what could not be verified', async () => {
    await expect(signWebhook({ ...message, id: 'evt.1' })).rejects.toThrow(RangeError)
    await expect(signWebhook({ ...message, id: '' })).rejects.toThrow(RangeError)
    await expect(signWebhook({ ...message, secrets: [] })).rejects.toThrow(RangeError)
    await expect(signWebhook({ ...message, secrets: ['whsec_'] })).rejects.toThrow(RangeError)
  })
})

describe.each([
  { name: 'standardwebhooks', Library: Webhook },
  { name: 'svix', Library: SvixWebhook },
])('S-85: beside the package $name', ({ Library }) => {
  beforeEach(() => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('standardwebhooks verifies what we sign', async () => {
    await fc.assert(
      fc.asyncProperty(secret, secret, id, body, async (secret, other, id, body) => {
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(nowSeconds),
          'webhook-signature': await signWebhook({
            id,
            timestamp: now,
            body,
            secrets: [other, secret],
          }),
        }
        for (const live of [secret, other])
          expect(() => new Library(live).verify(body, headers)).not.toThrow()
      }),
    )
  })

  it('we verify what standardwebhooks signs, as text and as bytes', async () => {
    await fc.assert(
      fc.asyncProperty(secret, id, body, async (secret, id, body) => {
        const headers = {
          'Webhook-Id': id,
          'Webhook-Timestamp': String(nowSeconds),
          'Webhook-Signature': new Library(secret).sign(id, now, body),
        }
        const asText = { headers, body, secrets: [secret], now }
        const asBytes = {
          ...asText,
          headers: new Headers(headers),
          body: new TextEncoder().encode(body),
        }
        expect(await verifyWebhookSignature(asText)).toEqual({ ok: true })
        expect(await verifyWebhookSignature(asBytes)).toEqual({ ok: true })
      }),
    )
  })
})

describe('S-86: verifyWebhookSignature', () => {
  it('accepts a valid signature', async () => {
    expect(await refusal({})).toBe('accepted')
  })

  it('refuses every change of one character of what was signed', async () => {
    const signed = { ...genuine, body: message.body }
    const part = fc.constantFrom('body', 'webhook-id', 'webhook-timestamp', 'webhook-signature')
    const character = fc.stringMatching(/^[0-9A-Za-z]$/)
    await fc.assert(
      fc.asyncProperty(part, fc.nat(), character, async (part, at, character) => {
        const text = signed[part]
        const index = at % text.length
        fc.pre(text.charAt(index) !== character)
        const { body, ...headers } = {
          ...signed,
          [part]: text.slice(0, index) + character + text.slice(index + 1),
        }
        expect(await refusal({ body, headers })).not.toBe('accepted')
      }),
      { numRuns: 500 },
    )
  })

  it('refuses another secret, and accepts any of several', async () => {
    expect(await refusal({ secrets: [OTHER_SECRET] })).toBe('no_match')
    expect(await refusal({ secrets: [OTHER_SECRET, SECRET] })).toBe('accepted')
  })

  it.each(['', '\uFEFF{\r\n  "a" :  1 }\n'])(
    'covers the body %j, which is no JSON',
    async (body) => {
      const signature = await signWebhook({ ...message, body })
      expect(await refusal({ body, headers: { ...genuine, 'webhook-signature': signature } })).toBe(
        'accepted',
      )
    },
  )

  it('distinguishes a malformed secret from a wrong one', async () => {
    expect(await refusal({ secrets: ['whsec_short'] })).toBe('malformed_secret')
    expect(await refusal({ secrets: [] })).toBe('malformed_secret')
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'wants %s exactly once',
    async (name) => {
      expect(await withHeader(name, undefined)).toBe('missing_header')
      expect(await withHeader(name, '')).toBe('missing_header')
      expect(await withHeader(name, ['1', '2'])).toBe('missing_header')
    },
  )

  it.each(['1.5', '-1', '1e9', 'now', ' 1', '1700000000000000', '0x10'])(
    'refuses the timestamp %j',
    async (timestamp) => {
      expect(await withHeader('webhook-timestamp', timestamp)).toBe('malformed_timestamp')
    },
  )

  it('refuses an id with a full stop, which could stand for the end of the id', async () => {
    expect(await withHeader('webhook-id', 'evt_1.2')).toBe('malformed_id')
  })

  it('keeps the tolerance to the second', async () => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
    expect(await refusal({ now: at(300) })).toBe('accepted')
    expect(await refusal({ now: at(301) })).toBe('too_old')
    expect(await refusal({ now: at(-300) })).toBe('accepted')
    expect(await refusal({ now: at(-301) })).toBe('too_new')
    expect(await refusal({ now: at(11), toleranceSeconds: 10 })).toBe('too_old')
  })

  it('reads v1 signatures only', async () => {
    const signature = genuine['webhook-signature'].slice('v1,'.length)
    const verdict = (header: string) => withHeader('webhook-signature', header)
    expect(await verdict(`v1a,zzzz v1,AAAA v1,${signature}`)).toBe('accepted')
    expect(await verdict(`v2,${signature}`)).toBe('no_match')
    expect(await verdict(signature)).toBe('no_match')
    expect(await verdict('v1')).toBe('no_match')
    expect(await verdict(`v1,${signature.slice(0, -1)}`)).toBe('no_match')
  })

  it('checks at most sixteen signatures', async () => {
    const behind = (count: number) => 'v1,AAAA '.repeat(count) + genuine['webhook-signature']
    expect(await withHeader('webhook-signature', behind(15))).toBe('accepted')
    expect(await withHeader('webhook-signature', behind(16))).toBe('no_match')
  })
})

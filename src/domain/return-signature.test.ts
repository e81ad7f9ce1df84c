import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ReceivedReturn, signReturn, verifyReturnSignature } from './return-signature.ts'
import { makeWebhookSecret } from './webhook-secret.ts'
import { signWebhook } from './webhook-signature.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const sessionId = 'cs_0350qmKLMuJ9K1lrKhvHIu'
const secret = makeWebhookSecret((length) => new Uint8Array(length).fill(1))
const otherSecret = makeWebhookSecret((length) => new Uint8Array(length).fill(2))

function sign(target: string, status = 'complete') {
  return signReturn({ target, sessionId, status, timestamp: now, secret })
}

function verify(url: string, changes: Partial<ReceivedReturn> = {}) {
  return verifyReturnSignature({ url, secrets: [secret], now, toleranceSeconds: 300, ...changes })
}

async function refusal(url: string, changes: Partial<ReceivedReturn> = {}) {
  const verdict = await verify(url, changes)
  return verdict.ok ? 'accepted' : verdict.reason
}

const target = fc
  .record({
    origin: fc.constantFrom('https://store.example', 'http://localhost:4244'),
    path: fc.webPath(),
    query: fc.webQueryParameters(),
    fragment: fc.webFragments(),
  })
  .map(({ origin, path, query, fragment }) => `${origin}${path}?${query}#${fragment}`)

describe('signReturn', () => {
  it('is a fixed form, so that merchants can verify it without our client', async () => {
    expect(await sign('https://store.example/ok')).toBe(
      `https://store.example/ok?session_id=${sessionId}&status=complete&timestamp=1795176000` +
        '&signature=P_esNysYv3kJ9Qq-rMHYiLuHUmWnPN_X-2Ha6ekkEho',
    )
  })

  it.each([
    ['https://store.example', 'https://store.example/?session_id='],
    ['https://store.example/ok?a=1&b=%20x+y', 'https://store.example/ok?a=1&b=%20x+y&session_id='],
    ['https://store.example/ok??=&=', 'https://store.example/ok??=&=&session_id='],
    ['https://store.example/ok?', 'https://store.example/ok?session_id='],
    ['https://store.example/{SESSION_ID}/ok', `https://store.example/${sessionId}/ok?session_id=`],
    ['https://store.example/%7BSESSION_ID%7D', `https://store.example/${sessionId}?session_id=`],
    ['https://store.example/?s={SESSION_ID}', `https://store.example/?s=${sessionId}&session_id=`],
    ['https://store.example/?session_id={SESSION_ID}&a', 'https://store.example/?a&session_id='],
    ['https://store.example/?st%61tus=x&a=1', 'https://store.example/?a=1&session_id='],
  ])('of %s begins %s', async (target, start) => {
    const url = await sign(target)
    expect(url.startsWith(`${start}${sessionId}&status=complete&timestamp=`)).toBe(true)
    expect(await refusal(url)).toBe('accepted')
  })

  it('keeps the fragment', async () => {
    expect(await sign('https://store.example/ok#/done/{SESSION_ID}')).toMatch(
      /signature=[\w-]{43}#\/done\/cs_0350qmKLMuJ9K1lrKhvHIu$/,
    )
  })

  it.each([
    ['a relative target', { target: '/ok' }],
    ['another id', { sessionId: 'pay_0350qmKLMuJ9K1lrKhvHIu' }],
    ['an id with a line break', { sessionId: `${sessionId}\n` }],
    ['a status with a line break', { status: 'complete\n1' }],
    ['a malformed secret', { secret: 'whsec_short' }],
  ])('refuses %s', async (_, changes) => {
    const arrival = { target: 'https://store.example/ok', sessionId, status: 'complete', secret }
    await expect(signReturn({ ...arrival, timestamp: now, ...changes })).rejects.toThrow(
      /malformed|Invalid URL/,
    )
  })
})

describe('S-59: verifyReturnSignature', () => {
  it('accepts what signReturn made, and keeps the merchant’s own parameters', async () => {
    await fc.assert(
      fc.asyncProperty(target, fc.constantFrom('complete', 'canceled'), async (target, status) => {
        const url = await sign(target, status)
        expect(await verify(url)).toEqual({ ok: true, sessionId, status })
        const before = new URL(target)
        const after = new URL(url)
        expect(after.hash).toBe(before.hash)
        expect([...after.searchParams].slice(0, -4)).toEqual([...before.searchParams])
      }),
    )
  })

  it('refuses every change of one character of the signed parts', async () => {
    const genuine = await sign('https://store.example/ok')
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 'https://'.length, max: genuine.length - 1 }),
        fc.stringMatching(/^[0-9a-z]$/),
        async (at, character) => {
          fc.pre(genuine.charAt(at) !== character)
          expect(await refusal(genuine.slice(0, at) + character + genuine.slice(at + 1))).not.toBe(
            'accepted',
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('refuses a return to another page, origin, scheme or port', async () => {
    const { search } = new URL(await sign('https://store.example/ok'))
    for (const page of [
      'https://store.example/cart',
      'https://store.example/ok/',
      'https://other.example/ok',
      'http://store.example/ok',
      'https://store.example:8443/ok',
    ]) {
      expect(await refusal(page + search)).toBe('no_match')
    }
    expect(await refusal(`https://store.example:443/ok${search}&utm_source=mail`)).toBe('accepted')
  })

  it('refuses a changed status', async () => {
    const url = await sign('https://store.example/ok', 'canceled')
    expect(await refusal(url.replace('status=canceled', 'status=complete'))).toBe('no_match')
  })

  it.each(['session_id', 'status', 'timestamp', 'signature'])(
    'wants %s exactly once',
    async (name) => {
      const url = await sign('https://store.example/ok')
      const value = new URL(url).searchParams.get(name)
      expect(await refusal(`${url}&${name}=${value}`)).toBe('duplicated_parameter')
      expect(await refusal(`${url}&${name}=`)).toBe('duplicated_parameter')
      expect(await refusal(url.replace(`${name}=`, `no_${name}=`))).toBe('missing_parameter')
      expect(await refusal(url.replace(`${name}=${value}`, `${name}=`))).toBe('missing_parameter')
      expect(await refusal(url.replace(`${name}=`, `${name}=%0A`))).toBe('malformed_parameter')
    },
  )

  it('keeps the tolerance to the second', async () => {
    const url = await sign('https://store.example/ok')
    const at = (seconds: number) => ({ now: new Date(now.getTime() + seconds * 1000) })
    expect(await refusal(url, at(300))).toBe('accepted')
    expect(await refusal(url, at(301))).toBe('too_old')
    expect(await refusal(url, at(-300))).toBe('accepted')
    expect(await refusal(url, at(-301))).toBe('too_new')
  })

  it('accepts any of several secrets and refuses others', async () => {
    const url = await sign('https://store.example/ok')
    expect(await refusal(url, { secrets: [otherSecret, secret] })).toBe('accepted')
    expect(await refusal(url, { secrets: [otherSecret] })).toBe('no_match')
    expect(await refusal(url, { secrets: [] })).toBe('malformed_secret')
    expect(await refusal('/ok?session_id=1')).toBe('malformed_url')
  })

  it('never accepts a webhook signature, whatever its body', async () => {
    const genuine = new URL(await sign('https://store.example/ok'))
    const body = ['return.v1', 'https://store.example/ok', sessionId, 'complete', '1795176000']
    const header = await signWebhook({
      id: 'evt_1',
      timestamp: now,
      body: body.join('\n'),
      secrets: [secret],
    })
    const signature = header.slice('v1,'.length).replaceAll('+', '-').replaceAll('/', '_')
    genuine.searchParams.set('signature', signature.replace('=', ''))
    expect(await refusal(genuine.href)).toBe('no_match')
  })
})

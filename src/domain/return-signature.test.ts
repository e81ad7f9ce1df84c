import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLICK_IDS } from '#contract/return-parameters.ts'
import { type ReceivedReturn, signReturn, verifyReturnSignature } from './return-signature.ts'
import { makeWebhookSecret } from './webhook-secret.ts'
import { signWebhook } from './webhook-signature.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const sessionId = 'cs_0350qmKLMuJ9K1lrKhvHIu'
const secret = makeWebhookSecret((length) => new Uint8Array(length).fill(1))
const otherSecret = makeWebhookSecret((length) => new Uint8Array(length).fill(2))

function sign(target: string, status = 'complete') {
  return signReturn({ target, sessionId, status, timestamp: now, secrets: [secret] })
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

// tests guard: every-secret-signs-returns
// tests guard: signed-parameters

describe('signReturn', () => {
  it('is a fixed form, so that merchants can verify it without our client', async () => {
    expect(await sign('https://store.example/ok')).toBe(
      `https://store.example/ok?session_id=${sessionId}&status=complete&timestamp=1795176000` +
        '&signature=P_esNysYv3kJ9Qq-rMHYiLuHUmWnPN_X-2Ha6ekkEho' +
        '&signature_v2=VB8sV5COlRZSaQ-Kp-hu9ag0eqJyQiWOpQInwyq3Ow0',
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
      /signature_v2=[\w-]{43}#\/done\/cs_0350qmKLMuJ9K1lrKhvHIu$/,
    )
  })

  it.each([
    ['a relative target', { target: '/ok' }],
    ['another id', { sessionId: 'pay_0350qmKLMuJ9K1lrKhvHIu' }],
    ['an id with a line break', { sessionId: `${sessionId}\n` }],
    ['a status with a line break', { status: 'complete\n1' }],
    ['a malformed secret', { secrets: ['whsec_short'] }],
    ['no secret', { secrets: [] }],
  ])('refuses %s', async (_, changes) => {
    const arrival = {
      target: 'https://store.example/ok',
      sessionId,
      status: 'complete',
      secrets: [secret],
    }
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
        expect([...after.searchParams].slice(0, -5)).toEqual([...before.searchParams])
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
    expect(await refusal(`https://store.example:443/ok${search}`)).toBe('accepted')
    expect(await refusal(`https://store.example/ok${search}#top`)).toBe('accepted')
  })

  it.each([
    ['changed', '?order=9999&tab=items'],
    ['removed', '?tab=items'],
    ['added', '?order=1001&tab=items&admin=1'],
    ['in another order', '?tab=items&order=1001'],
    ['escaped', '?order=%31001&tab=items'],
  ])('S-119: refuses a parameter that was %s', async (_, query) => {
    const genuine = await sign('https://store.example/ok?order=1001&tab=items')
    expect(await refusal(genuine)).toBe('accepted')
    expect(await refusal(genuine.replace('?order=1001&tab=items', query))).toBe('no_match')
  })

  it('F-8: accepts click ids that were removed, appended, changed or moved', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...CLICK_IDS]),
        fc.subarray([...CLICK_IDS]),
        async (signed, arrived) => {
          const queryOf = (names: readonly string[]) =>
            names.map((name) => `&${name}=x.%20y-1`).join('')
          const genuine = await sign(`https://store.example/ok?order=1001${queryOf(signed)}`)
          expect(await refusal(genuine)).toBe('accepted')
          const stripped = genuine.replace(queryOf(signed), '')
          expect(await refusal(stripped)).toBe('accepted')
          expect(await refusal(stripped + queryOf(arrived))).toBe('accepted')
          expect(await refusal(stripped.replace('?', `?${queryOf(arrived).slice(1)}&`))).toBe(
            'accepted',
          )
          const forged = stripped.replace('order=1001', 'order=9999') + queryOf(arrived)
          expect(await refusal(forged)).toBe('no_match')
        },
      ),
      { numRuns: 30 },
    )
  })

  it('F-8: signs an address with click ids as it stands, too, for packages that know none', async () => {
    const genuine = await sign('https://store.example/ok?order=1001&fbclid=x')
    const [signedPart = '', signatures = ''] = genuine.split('&signature_v2=')
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const ofEarlier = createHmac('sha256', key)
      .update(`return.v2\n${signedPart}`)
      .digest('base64url')
    expect(signatures.split('.')).toContain(ofEarlier)
    expect(await refusal(`${signedPart}&signature_v2=${ofEarlier}`)).toBe('accepted')
  })

  it('F-8: accepts a click id beside a signature of earlier servers', async () => {
    const ofOld = (await sign('https://store.example/ok')).replace(/&signature_v2=.*/, '')
    expect(await refusal(`${ofOld}&gclid=1`)).toBe('accepted')
    expect(await refusal(`${ofOld}&gclid=1&order=1`)).toBe('unsigned_parameter')
  })

  it('S-119: accepts what earlier servers signed where their signature covers the address', async () => {
    const ofOld = (url: string) => url.replace(/&signature_v2=.*/, '')
    const plain = ofOld(await sign('https://store.example/ok'))
    expect(await refusal(plain)).toBe('accepted')
    const withOrder = ofOld(await sign('https://store.example/ok?order=1001'))
    expect(await refusal(withOrder)).toBe('unsigned_parameter')
    expect(await refusal(`${plain}&order=9999`)).toBe('unsigned_parameter')
    expect(await refusal(`${plain}&signature_v2=`)).toBe('no_match')
    expect(await refusal(`${plain}&signature_v2=${'a.'.repeat(10)}`)).toBe('malformed_parameter')
  })

  it('S-119: signs with every secret of a rotation', async () => {
    const target = 'https://store.example/ok?order=1001'
    const secrets = [otherSecret, secret]
    const url = await signReturn({ target, sessionId, status: 'complete', timestamp: now, secrets })
    for (const known of secrets) expect(await refusal(url, { secrets: [known] })).toBe('accepted')
    const first = await signReturn({
      target,
      sessionId,
      status: 'complete',
      timestamp: now,
      secrets: [otherSecret],
    })
    expect(new URL(url).searchParams.get('signature')).toBe(
      new URL(first).searchParams.get('signature'),
    )
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
    for (const name of ['signature', 'signature_v2']) {
      genuine.searchParams.delete('signature_v2')
      genuine.searchParams.set(name, signature.replace('=', ''))
      expect(await refusal(genuine.href)).toBe('no_match')
    }
  })
})

import { describe, expect, it } from 'vitest'
import { signReturn } from '#domain/return-signature.ts'
import { SESSION_ID } from '#proof/testing/client/session.fixture.ts'
import { ReturnVerificationError, verifyReturn } from './verify-return.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const now = new Date('2026-11-20T16:42:07.000Z')
const url = await signReturn({
  target: 'https://store.example/orders/7?tab=items',
  sessionId: SESSION_ID,
  status: 'complete',
  timestamp: now,
  secrets: [secret],
})

function after(seconds: number) {
  return { now: new Date(now.getTime() + seconds * 1000) }
}

describe('verifyReturn', () => {
  it('returns the session and its status', async () => {
    const arrival = { sessionId: SESSION_ID, status: 'complete' }
    expect(await verifyReturn(url, secret, { now })).toEqual(arrival)
    expect(
      await verifyReturn(
        new URL(url),
        ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', secret],
        after(3600),
      ),
    ).toEqual(arrival)
  })

  it('S-119: accepts each secret of a rotation', async () => {
    const added = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
    const target = 'https://store.example/ok?order=1001'
    const secrets = [added, secret]
    const url = await signReturn({
      target,
      sessionId: SESSION_ID,
      status: 'complete',
      timestamp: now,
      secrets,
    })
    for (const known of secrets)
      expect(await verifyReturn(url, known, { now })).toMatchObject({ sessionId: SESSION_ID })
  })

  it.each([
    ['an hour too late', url, after(3601), 'too_old'],
    ['an hour too early', url, after(-3601), 'too_new'],
    ['after a shorter tolerance', url, { ...after(61), toleranceSeconds: 60 }, 'too_old'],
    ['with another status', url.replace('status=complete', 'status=canceled'), { now }, 'no_match'],
    ['at another page', url.replace('/orders/7', '/orders/8'), { now }, 'no_match'],
    ['with another parameter of its own', url.replace('=items', '=refunds'), { now }, 'no_match'],
    ['with a parameter more', `${url}&order=9999`, { now }, 'no_match'],
    ['without a signature', url.replace(/&signature=.*/, ''), { now }, 'missing_parameter'],
    ['with a path only', url.replace('https://store.example', ''), { now }, 'malformed_url'],
  ])('S-60: refuses a return URL %s', async (_name, url, options, reason) => {
    const verification = verifyReturn(url, secret, options)
    await expect(verification).rejects.toBeInstanceOf(ReturnVerificationError)
    await expect(verification).rejects.toMatchObject({ reason })
  })
})

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CLICK_IDS } from '#contract/return-parameters.ts'
import published from './return-signature-vectors.json' with { type: 'json' }
import { verifyReturnSignature } from './return-signature.ts'

interface Vector {
  name: string
  secret: string
  now: number
  url: string
  accepted: boolean
  reason?: string
}

const vectors: Vector[] = published.vectors

/** The verification that the guide describes, independent of our code. */
function isVerified({ secret, now, url }: Vector): boolean {
  const { searchParams, origin, pathname, search } = new URL(url)
  const own = ['session_id', 'status', 'timestamp', 'signature', 'signature_v2']
  if (own.some((name) => searchParams.getAll(name).length !== 1)) return false
  if (Math.abs(now - Number(searchParams.get('timestamp'))) > 3600) return false
  const signed = search
    .slice(1)
    .split('&')
    .filter((part) => ![...CLICK_IDS, 'signature_v2'].includes(part.split('=')[0] ?? ''))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const text = `return.v2\n${origin}${pathname}?${signed.join('&')}`
  const expected = createHmac('sha256', key).update(text).digest('base64url')
  return searchParams.get('signature_v2')?.split('.').includes(expected) === true
}

describe('F-8 S-119: the published vectors of returns', () => {
  it.each(vectors)('$name', async (vector) => {
    const { secret, now, url, accepted, reason } = vector
    const verdict = await verifyReturnSignature({
      url,
      secrets: [secret],
      now: new Date(now * 1000),
      toleranceSeconds: 3600,
    })
    expect(verdict.ok ? 'accepted' : verdict.reason).toBe(accepted ? 'accepted' : reason)
    expect(isVerified(vector)).toBe(accepted)
  })
})

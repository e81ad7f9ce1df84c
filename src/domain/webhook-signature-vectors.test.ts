import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import published from './webhook-signature-vectors.json' with { type: 'json' }
import { verifyWebhookSignature } from './webhook-signature.ts'

interface Vector {
  name: string
  secret: string
  now: number
  headers: Record<string, string>
  body: string
  accepted: boolean
  reason?: string
}

const vectors: Vector[] = published.vectors
const accepted = vectors.filter((vector) => vector.accepted)

/** Standard Webhooks signing, independent of our code. */
function signatureOf({ secret, headers, body }: Vector): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

function isVerified(verify: () => unknown): boolean {
  try {
    verify()
    return true
  } catch {
    return false
  }
}

describe('S-85 X-2: the published vectors', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('include accepted and refused ones', () => {
    expect(accepted.length).toBeGreaterThanOrEqual(10)
    expect(vectors.length - accepted.length).toBeGreaterThanOrEqual(10)
  })

  it.each(accepted)('$name: signed as the standard specifies', (vector) => {
    expect(vector.headers['webhook-signature']?.split(' ')).toContain(signatureOf(vector))
  })

  it.each(vectors)(
    '$name: accepted $accepted',
    async ({ secret, now, headers, body, ...expected }) => {
      vi.setSystemTime(now * 1000)
      const verdict = await verifyWebhookSignature({
        headers,
        body,
        secrets: [secret],
        now: new Date(),
      })
      expect(verdict).toEqual(
        expected.accepted ? { ok: true } : { ok: false, reason: expected.reason },
      )
      const libraries = [
        () => new Webhook(secret).verify(body, headers),
        () => new SvixWebhook(secret).verify(body, headers),
      ]
      expect(libraries.map(isVerified)).toEqual([expected.accepted, expected.accepted])
    },
  )
})

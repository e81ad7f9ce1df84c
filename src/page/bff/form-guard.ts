import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../../domain/id.ts'
import { referenceTrace } from './log.ts'

const FORM_LIFETIME_SECONDS = 30 * 60
/** A form may come from a process whose clock is ahead of ours. */
const CLOCKS_DIFFER_SECONDS = 60
const SECRET_BYTES = 32
const NONCE_BYTES = 16
const TOKEN = /^([0-9]{1,12})\.([\w-]{22})\.([\w-]{43})$/

export interface FormGuard {
  /** A token for a form, and the cookie it is bound to. A browser that has a cookie of this page keeps its secret. */
  issue(reference: string, cookies: string | null): { token: string; cookie: string }
  /** Whether the form was written for this browser, about this session, and not too long ago. */
  accepts(reference: string, cookies: string | null, token: string): boolean
  /** Makes the browser forget: the secret serves one press. */
  forget(reference: string): string
}

/**
 * Shows that a form without script comes from a page that we wrote for the same browser. The secret is only in the
 * browser's cookie, so that nothing is kept here and every process can judge.
 */
export function createFormGuard(
  checkoutUrl: string,
  { random, clock }: { random: RandomBytes; clock: () => Date },
): FormGuard {
  // Where there is no TLS, on one's own machine, not every browser takes what is `Secure`.
  const isSecure = checkoutUrl.startsWith('https:')
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  const now = () => Math.floor(clock().getTime() / 1000)

  function nameOf(reference: string): string {
    return `${isSecure ? '__Host-' : ''}form-${referenceTrace(reference)}`
  }

  function secretIn(reference: string, cookies: string | null): string | undefined {
    const prefix = `${nameOf(reference)}=`
    const found = cookies?.split('; ').find((cookie) => cookie.startsWith(prefix))
    const secret = found?.slice(prefix.length)
    return secret !== undefined && /^[\w-]{43}$/.test(secret) ? secret : undefined
  }

  return {
    issue(reference, cookies) {
      const secret = secretIn(reference, cookies) ?? base64url(random(SECRET_BYTES))
      const claim = `${now()}.${base64url(random(NONCE_BYTES))}`
      return {
        token: `${claim}.${base64url(seal(secret, reference, claim))}`,
        cookie: `${nameOf(reference)}=${secret}; Max-Age=${FORM_LIFETIME_SECONDS}; ${attributes}`,
      }
    },

    accepts(reference, cookies, token) {
      const secret = secretIn(reference, cookies)
      const [, issued, nonce, given = ''] = TOKEN.exec(token) ?? []
      if (secret === undefined || issued === undefined) return false
      const age = now() - Number(issued)
      if (age < -CLOCKS_DIFFER_SECONDS || age > FORM_LIFETIME_SECONDS) return false
      const seen = Buffer.from(given, 'base64url')
      return timingSafeEqual(seen, seal(secret, reference, `${issued}.${nonce}`))
    },

    forget: (reference) => `${nameOf(reference)}=; Max-Age=0; ${attributes}`,
  }
}

/** Each form that was written is one attempt, however often its button is pressed. */
export function idempotencyKeyOf(token: string): string {
  return `form-${createHash('sha256').update(token).digest('base64url')}`
}

function seal(secret: string, reference: string, claim: string): Buffer {
  return createHmac('sha256', secret).update(`${reference}.${claim}`).digest()
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

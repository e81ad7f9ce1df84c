import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '#domain/id.ts'
import { referenceTrace } from '#http/log.ts'

const FORM_LIFETIME_SECONDS = 30 * 60
/** Tolerated clock skew between processes. */
const CLOCKS_DIFFER_SECONDS = 60
const SECRET_BYTES = 32
const NONCE_BYTES = 16
const TOKEN = /^([0-9]{1,12})\.([\w-]{22})\.([\w-]{43})$/

export interface FormGuard {
  /** Issues a CSRF token and the cookie it is bound to. A cookie that the browser already has keeps its secret. */
  issue(reference: string, cookies: string | null): { token: string; cookie: string }
  /** Whether the form was issued to this browser, for this session, within its lifetime. */
  accepts(reference: string, cookies: string | null, token: string): boolean
  /** Expires the cookie: a secret serves one submission. */
  expireCookie(reference: string): string
}

/**
 * CSRF protection of forms without script: a token as HMAC under a secret that only the browser's cookie holds. Nothing
 * is stored here, so every process can verify it.
 */
export function createFormGuard(
  checkoutUrl: string,
  { random, clock }: { random: RandomBytes; clock: () => Date },
): FormGuard {
  // Without TLS, as on localhost, some browsers reject `Secure` cookies.
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
        token: `${claim}.${base64url(sign(secret, reference, claim))}`,
        cookie: `${nameOf(reference)}=${secret}; Max-Age=${FORM_LIFETIME_SECONDS}; ${attributes}`,
      }
    },

    accepts(reference, cookies, token) {
      const secret = secretIn(reference, cookies)
      const [, issued, nonce, given = ''] = TOKEN.exec(token) ?? []
      if (secret === undefined || issued === undefined) return false
      const age = now() - Number(issued)
      if (age < -CLOCKS_DIFFER_SECONDS || age > FORM_LIFETIME_SECONDS) return false
      const received = Buffer.from(given, 'base64url')
      return timingSafeEqual(received, sign(secret, reference, `${issued}.${nonce}`))
    },

    expireCookie: (reference) => `${nameOf(reference)}=; Max-Age=0; ${attributes}`,
  }
}

/** One idempotency key per issued form: pressing its button again is the same payment. */
export function idempotencyKeyOf(token: string): string {
  return `form-${createHash('sha256').update(token).digest('base64url')}`
}

function sign(secret: string, reference: string, claim: string): Buffer {
  return createHmac('sha256', secret).update(`${reference}.${claim}`).digest()
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

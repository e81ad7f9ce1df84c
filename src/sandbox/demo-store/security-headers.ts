import type { MiddlewareHandler } from 'hono'
import { SECURITY_HEADERS, transportSecurity } from '#http/security-headers.ts'
import { WAITING_SCRIPT } from './waiting-script.ts'

/**
 * The strictest headers that the store works under. Its form redirects to the payment page, so `form-action` names that
 * origin.
 */
export function securityHeaders({
  storeUrl,
  checkoutUrl,
}: {
  storeUrl: string
  checkoutUrl: string
}): MiddlewareHandler {
  const policy = [
    "default-src 'none'",
    `script-src '${WAITING_SCRIPT.integrity}'`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    `form-action 'self' ${new URL(checkoutUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  const headers = Object.entries({
    ...SECURITY_HEADERS,
    ...transportSecurity(storeUrl),
    'Content-Security-Policy': policy.join('; '),
  })
  return async (context, next) => {
    await next()
    for (const [name, value] of headers) context.header(name, value)
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store')
  }
}

import type { MiddlewareHandler } from 'hono'

/** The strictest headers that this shop works under. A form leads on to the payment page, so its origin is named. */
export function securityHeaders({
  storeUrl,
  checkoutUrl,
}: {
  storeUrl: string
  checkoutUrl: string
}): MiddlewareHandler {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
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
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(storeUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }
      : {}),
  })
  return async (context, next) => {
    await next()
    for (const [name, value] of headers) context.header(name, value)
    if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store')
  }
}

import type { MiddlewareHandler } from 'hono'
import { DATA_POLICY, SECURITY_HEADERS } from '#http/security-headers.ts'

const ALWAYS = Object.entries({
  ...SECURITY_HEADERS,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': DATA_POLICY,
})

/** The strictest headers, for responses without a policy of their own. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of ALWAYS)
    if (!context.res.headers.has(name)) context.header(name, value)
  // Removes X-Frame-Options if the policy allows an origin to frame the response: this header cannot name an origin.
  const policy = context.res.headers.get('Content-Security-Policy')
  if (policy?.endsWith("frame-ancestors 'none'") === false) context.header('X-Frame-Options')
}

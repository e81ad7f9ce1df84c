import { Hono, type MiddlewareHandler } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { LIMITS } from '#contract/limits.ts'
import { DATA_POLICY, SECURITY_HEADERS } from '#http/security-headers.ts'
import { cancelUnreadBody } from '#http/unsent-body.ts'
import { challengeRoutes } from './challenge-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import { refundRoutes } from './refund-routes.ts'
import type { Simulator } from './simulator.ts'

const HEADERS = Object.entries({
  ...SECURITY_HEADERS,
  'Cache-Control': 'no-store',
  'Content-Security-Policy': DATA_POLICY,
})

/**
 * The simulator as an HTTP service under `/simulator`: the issuer's 3-D Secure page for shoppers, and an API with a
 * bearer token for the checkout.
 */
export function createSimulatorApp(simulator: Simulator, secret: string): Hono {
  const app = new Hono().basePath('/simulator')
  app.use(cancelUnreadBody)
  app.use(securityHeaders)
  app.use(bodyLimit({ maxSize: LIMITS.bodyBytesMax }))
  app.route('/', challengeRoutes(simulator))

  app.use(bearerAuth({ token: secret }))
  app.get('/card-key', (c) => c.json(simulator.cardKey.publicKey))
  app.route('/', paymentRoutes(simulator))
  app.route('/', refundRoutes(simulator))

  app.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse()
    // Unexpected errors belong to the server that mounts the simulator: it logs them and responds 500.
    throw error
  })
  return app
}

/** The strictest headers, for responses without a policy of their own. */
const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of HEADERS)
    if (!context.res.headers.has(name)) context.header(name, value)
  // Removes X-Frame-Options if the policy allows an origin to frame the response: this header cannot name an origin.
  const policy = context.res.headers.get('Content-Security-Policy')
  if (policy?.endsWith("frame-ancestors 'none'") === false) context.header('X-Frame-Options')
}

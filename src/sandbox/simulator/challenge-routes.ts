import { type Context, Hono } from 'hono'
import { base62Pattern } from '#domain/base62.ts'
import { challengeNotFoundPage, challengePage } from './challenge-page.ts'
import { CHALLENGE_STYLE_HASH } from './challenge-style.ts'
import { challengeTexts, type ChallengeTexts } from '#words/bank-words.ts'
import type { PaymentEvent } from './payment-events.ts'
import { findChallengedPayment } from './payment-rows.ts'
import { settlePayment } from './settle-payment.ts'
import type { Simulator } from './simulator.ts'
import type { StoredPayment } from './stored-payment.ts'

const EVENTS = new Map<unknown, PaymentEvent>([
  ['complete', { type: 'pass_challenge' }],
  ['fail', { type: 'fail_challenge' }],
  ['cancel', { type: 'abandon_challenge' }],
])

/** The 3-D Secure page of the simulated issuer. Its address is a bearer token for one answer. */
export function challengeRoutes(simulator: Simulator): Hono {
  const routes = new Hono()

  routes.get('/challenge/:token', async (c) => {
    const payment = await findByToken(simulator, c.req.param('token'))
    if (payment === undefined) return notFound(c)
    setPolicy(c, payment.returnUrl)
    if (payment.status !== 'requires_action') return c.redirect(payment.returnUrl, 303)
    return c.html(challengePage(payment, textsFor(c)))
  })

  routes.post('/challenge/:token', async (c) => {
    const token = c.req.param('token')
    const payment = await findByToken(simulator, token)
    if (payment === undefined) return notFound(c)
    setPolicy(c, payment.returnUrl)
    const event = EVENTS.get((await c.req.parseBody())['outcome'])
    if (event === undefined) return c.redirect(`${simulator.publicUrl}/challenge/${token}`, 303)
    await settlePayment(simulator, payment.id, event)
    return c.redirect(payment.returnUrl, 303)
  })

  return routes
}

type ChallengedPayment = StoredPayment & { returnUrl: string }

async function findByToken(
  { pool }: Simulator,
  token: string,
): Promise<ChallengedPayment | undefined> {
  if (!base62Pattern.test(token)) return undefined
  const payment = await findChallengedPayment(pool, token)
  return payment?.returnUrl == null ? undefined : { ...payment, returnUrl: payment.returnUrl }
}

function notFound(c: Context): Response | Promise<Response> {
  setPolicy(c)
  return c.html(challengeNotFoundPage(textsFor(c)), 404)
}

/**
 * Sets a Content-Security-Policy that allows the page's form, the form's redirect to the checkout, and framing by the
 * checkout, but no other form target and no other frame.
 */
function setPolicy(c: Context, returnUrl?: string): void {
  const checkout = returnUrl === undefined ? undefined : new URL(returnUrl).origin
  // Chromium applies form-action to redirects of the response, too.
  const formTargets = checkout === undefined ? "'self'" : `'self' ${checkout}`
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src '${CHALLENGE_STYLE_HASH}'; img-src data:; form-action ${formTargets}; base-uri 'none'; frame-ancestors ${checkout ?? "'none'"}`,
  )
  if (checkout !== undefined) c.header('Cross-Origin-Resource-Policy', 'cross-origin')
}

function textsFor(c: Context): ChallengeTexts {
  return challengeTexts(c.req.header('accept-language') ?? null)
}

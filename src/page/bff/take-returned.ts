import type { Context } from 'hono'
import { Returned } from '#contract/checkout.ts'
import { networkOfClient } from '#http/client.ts'
import { readText } from '#http/read-text.ts'
import { createCheckoutCalls } from './checkout-calls.ts'
import { plainPageFor, refuseFor, type Site } from './site.ts'

/** What the query of our own addresses holds. */
const OURS = ['from', 'locale']
const RETRY_AFTER_SECONDS = 5
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

/**
 * Hands over what the return from a challenge brought in its query or form, before anything is shown: the page never sees it, and
 * the address that stays in the browser's history does not have it. Resolves to the answer when that was not possible, so that
 * the shopper's next try brings it again.
 */
export function createTakeReturned(
  site: Site,
): (context: Context, reference: string) => Promise<Response | undefined> {
  const calls = createCheckoutCalls(site.client)

  return async (context, reference) => {
    const returned = await returnedIn(context)
    if (returned === undefined) return undefined
    try {
      const { payment } = await calls.read(reference)
      const isAwaited =
        payment?.status === 'requires_action' && payment.action?.type === 'challenge'
      if (!isAwaited) return undefined
      const checkout = await calls.completeAction(reference, payment.id, returned)
      site.cardLimit.record(networkOfClient(context), checkout)
      return undefined
    } catch (error) {
      const requestId = site.newRequestId()
      const { status } = refuseFor(site, error, { reference, requestId })
      // The page says so in its own words.
      if (status === 404) return undefined
      const isRead = context.req.method === 'GET'
      const page = {
        ...plainPageFor(site, context, 'busy'),
        ...(isRead && { refreshSeconds: RETRY_AFTER_SECONDS }),
      }
      return site.answers.plainPage(503, requestId, page, RETRY_AFTER_SECONDS)
    }
  }
}

/** Whether the query holds what none of our own addresses does. */
export function bringsSomething(context: Context): boolean {
  return Object.keys(context.req.query()).some((name) => !OURS.includes(name))
}

/** Undefined where nothing came, or what no processor sends. */
async function returnedIn(context: Context): Promise<Returned | undefined> {
  const { raw } = context.req
  const isForm = raw.method === 'POST' && FORM.test(raw.headers.get('content-type') ?? '')
  const form = isForm ? await readText(raw) : ''
  const entries = [...new URL(raw.url).searchParams]
    .filter(([name]) => !OURS.includes(name))
    .concat([...new URLSearchParams(form)])
  if (entries.length === 0) return undefined
  const parsed = Returned.safeParse(Object.fromEntries(entries))
  return parsed.success ? parsed.data : undefined
}

import type { Context } from 'hono'
import { createSemaphore } from '#domain/limits/semaphore.ts'
import { createFixedWindow } from '#domain/limits/window.ts'
import { createCheckoutCalls } from '../checkout-calls.ts'
import { networkOfClient } from '#http/client.ts'
import { NOT_FOUND, OTHER_SITE } from '../payment-routes.ts'
import { isFromOtherSite } from '#http/same-origin.ts'
import { refuseFor, type Site } from '../site.ts'
import type { LookUpPlace } from './look-up-place.ts'

const PER_MINUTE = 30
const WINDOW_MS = 60_000
/** Look-ups of one network at once: a slow service is not taken from others. */
const AT_ONCE = 5

/**
 * `GET /api/checkout/{reference}/postal-codes/{cep}`: the address of a CEP. 204 when the session is not open or
 * collects no address, when the operator's service has none or fails, and while the network has five under way: shoppers then
 * type it.
 */
export function createPostalCodeRoute(
  site: Site,
  lookUp: LookUpPlace | undefined,
): (context: Context) => Promise<Response> {
  const calls = createCheckoutCalls(site.client)
  const asked = createFixedWindow({
    windowMs: WINDOW_MS,
    nowMs: () => site.clock().getTime(),
  })

  const underWay = createSemaphore({ permitsPerKeyMax: AT_ONCE })

  function secondsToWait(network: string | undefined): number {
    if (network === undefined) return 0
    const { count, endsInMs } = asked.count(network)
    return count > PER_MINUTE ? Math.ceil(endsInMs / 1000) : 0
  }

  return async (context) => {
    const requestId = site.newRequestId()
    const { reference = '', cep = '' } = context.req.param()
    if (isFromOtherSite(context.req.raw.headers)) return site.answers.refused(OTHER_SITE, requestId)
    if (lookUp === undefined || !site.isReference(reference) || !/^\d{8}$/.test(cep))
      return site.answers.refused(NOT_FOUND, requestId)
    const network = networkOfClient(context)
    const retryAfterSeconds = secondsToWait(network)
    if (retryAfterSeconds > 0)
      return site.answers.refused(
        { status: 429, code: 'rate_limited', retryAfterSeconds },
        requestId,
      )
    try {
      const { status, collect } = await calls.read(reference)
      if (status !== 'open' || collect.billingAddress === 'hidden')
        return site.answers.nothing(requestId)
    } catch (error) {
      return site.answers.refused(refuseFor(site, error, { reference, requestId }), requestId)
    }
    const release = network === undefined ? () => undefined : underWay.acquire(network)
    if (release === undefined) return site.answers.nothing(requestId)
    const place = await lookUp(cep)
      .catch((error: unknown) => {
        site.log.warn({ err: error, requestId }, 'the look-up of a postal code failed')
        return null
      })
      .finally(release)
    return place === null ? site.answers.nothing(requestId) : site.answers.data(place, requestId)
  }
}

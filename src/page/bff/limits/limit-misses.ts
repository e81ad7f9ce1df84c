import { Hono } from 'hono'
import type { Client } from '#http/client.ts'
import { plainPageFor, type Site } from '../site.ts'
import { createMissLimit } from './misses.ts'
import { networkOf } from '#http/network-of.ts'

type Serve = (request: Request, client?: Client) => Response | Promise<Response>

const OF_SESSIONS = /^\/(c|api\/checkout)\//

/** Middleware: rate-limits clients that request many unknown sessions (guessing references). */
export function limitMisses(site: Site, serve: Serve): Serve {
  const misses = createMissLimit(site.clock)

  const refusals = new Hono<{ Bindings: Client & { retryAfterSeconds: number } }>()
  refusals.all('*', (context) => {
    const requestId = site.newRequestId()
    const { retryAfterSeconds } = context.env
    if (context.req.path.startsWith('/api/'))
      return site.answers.refused(
        { status: 429, code: 'rate_limited', retryAfterSeconds },
        requestId,
      )
    const page = plainPageFor(site, context, 'tooOften')
    return site.answers.plainPage(429, requestId, page, retryAfterSeconds)
  })

  return async (request, client) => {
    const response = await serve(request, client)
    if (response.status !== 404 || client === undefined) return response
    if (!OF_SESSIONS.test(new URL(request.url).pathname)) return response
    const retryAfterSeconds = misses.count(networkOf(client.address))
    if (retryAfterSeconds === 0) return response
    return refusals.fetch(request, { ...client, retryAfterSeconds })
  }
}

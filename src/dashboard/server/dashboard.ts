import { Hono } from 'hono'
import type { Logger } from 'pino'
import { newRequestId } from '../../domain/request-id.ts'
import type { Client } from '../../page/bff/client.ts'
import type { DashboardContext } from '../../server/dashboard/dashboard-context.ts'
import type { GuessCounter } from '../../server/dashboard/people/guess-counter.ts'
import { addActCalls } from './act-calls.ts'
import { createAnswers } from './answers.ts'
import { createCalls } from './calls.ts'
import { addPasskeyCalls } from './passkey-calls.ts'
import { addSignInCalls } from './sign-in-calls.ts'

export interface DashboardOptions {
  context: DashboardContext
  guesses: GuessCounter
  log: Pick<Logger, 'error'>
}

export interface Dashboard {
  /** `client` is absent for calls within the process. */
  fetch: (request: Request, client?: Client) => Response | Promise<Response>
  /** Every registered route, for tests that check all of them. */
  routes: readonly { method: string; path: string }[]
}

/** The dashboard's backend: it holds no SQL, and does what the verbs of the server do. */
export function createDashboard(options: DashboardOptions): Dashboard {
  const { context } = options
  const { adminUrl } = context
  const answers = createAnswers(adminUrl)
  const own = new URL(adminUrl)
  // An IP address cannot have passkeys.
  const numeric = own.hostname === 'localhost' ? `127.0.0.1:${own.port}` : undefined
  const app = new Hono()
  const calls = createCalls(app, options)
  addSignInCalls(calls, options)
  addPasskeyCalls(calls, options)
  addActCalls(calls, options)
  app.notFound(() => answers.of({ refused: 'not_found' }, newRequestId(context.random)))
  return {
    routes: app.routes,
    fetch(request, client) {
      const { host, pathname, search } = new URL(request.url)
      if (host === own.host) return app.fetch(request, client)
      const requestId = newRequestId(context.random)
      // Another name may be a page that rebinds its own to this address (DNS rebinding).
      return host === numeric && request.method === 'GET'
        ? answers.redirect(`${own.origin}${pathname}${search}`, requestId)
        : answers.of({ refused: 'misdirected' }, requestId)
    },
  }
}

import { Hono } from 'hono'
import { METHOD_NAME_ALL } from 'hono/router'
import { newRequestId } from '#domain/request-id.ts'
import type { Client } from '#http/client.ts'
import { cancelUnreadBody } from '#http/unsent-body.ts'
import { addActionCalls } from './action-calls.ts'
import { addAuditCalls } from './audit-calls.ts'
import { addDisputeCalls } from './dispute-calls.ts'
import { addReports } from './reports.ts'
import { addSystemCalls } from './system-calls.ts'
import { createAnswers } from './answers.ts'
import { createCalls } from './calls.ts'
import type { DashboardOptions } from './dashboard-options.ts'
import { addExportCalls } from './export-calls.ts'
import { addFindCalls } from './find-calls.ts'
import { addMerchantCalls } from './merchant-calls.ts'
import { addListCalls } from './list-calls.ts'
import { addNeedsCalls } from './needs-calls.ts'
import { addPages } from './pages.ts'
import { addPasskeyCalls } from './passkey-calls.ts'
import { addPeopleCalls } from './people-calls.ts'
import { addSignInCalls } from './sign-in-calls.ts'
import { addTimelineCalls } from './timeline-calls.ts'
import { addViewCalls } from './view-calls.ts'
import { addWebhookCalls } from './webhook-calls.ts'

export interface Dashboard {
  /** `client` is absent for calls within the process. */
  fetch: (request: Request, client?: Client) => Response | Promise<Response>
  /** Every registered route, for tests that check all of them. */
  routes: readonly { method: string; path: string }[]
}

/** The dashboard's backend. It has no SQL of its own: it calls the functions of `src/server`. */
export function createDashboard(options: DashboardOptions): Dashboard {
  const { context, page } = options
  const { adminUrl, environment } = context
  const requestIdOfNext = () => newRequestId(context.random)
  const answers = createAnswers(adminUrl)
  const own = new URL(adminUrl)
  // An IP address cannot have passkeys.
  const numeric = own.hostname === 'localhost' ? `127.0.0.1:${own.port}` : undefined
  const app = new Hono()
  app.use(cancelUnreadBody)
  const calls = createCalls(app, options)
  addSignInCalls(calls, options)
  addPasskeyCalls(calls, options)
  addActionCalls(calls, options)
  addFindCalls(calls, options)
  addTimelineCalls(calls, options)
  addNeedsCalls(calls, options)
  addMerchantCalls(calls, options)
  addListCalls(calls, options)
  addDisputeCalls(calls, options)
  addViewCalls(calls, options)
  addExportCalls(calls, options)
  addPeopleCalls(calls, options)
  addAuditCalls(calls, options)
  addSystemCalls(calls, options)
  addReports(app, answers, { ...options, newRequestId: requestIdOfNext })
  addWebhookCalls(calls, options)
  const pages =
    page && addPages(app, { page, environment, adminUrl, newRequestId: requestIdOfNext })
  app.notFound(({ req }) =>
    pages !== null && isForPerson(req.raw)
      ? pages.missing(req.raw)
      : answers.of({ refused: 'not_found' }, requestIdOfNext()),
  )
  return {
    routes: app.routes.filter(({ method }) => method !== METHOD_NAME_ALL),
    fetch(request, client) {
      const { host, pathname, search } = new URL(request.url)
      if (host === own.host) return app.fetch(request, client)
      const requestId = requestIdOfNext()
      // A request with another host name may come from a page that rebinds its own name to this address (DNS rebinding).
      return host === numeric && request.method === 'GET'
        ? answers.redirect(`${own.origin}${pathname}${search}`, requestId)
        : answers.of({ refused: 'misdirected' }, requestId)
    },
  }
}

/** Whether a browser asks for a document, at an address that is not one of the calls. */
function isForPerson({ method, url, headers }: Request): boolean {
  const showsText = headers.get('accept')?.includes('text/html') === true
  return method === 'GET' && showsText && !new URL(url).pathname.startsWith('/api/')
}

import { createRouteFinder, type Route } from '#http/route-finder.ts'
import type { Tracer } from './tracer.ts'

const SERVER_ERROR = 500

/**
 * Makes each request of these routes a span that begins a trace: the `traceparent` of a browser is ignored. The span has the
 * route's template, never the address. Other requests have no span.
 */
export function traceRoutes<Client, Answer extends Response>(
  tracer: Tracer,
  routes: readonly Route[],
  fetch: (request: Request, client?: Client) => Answer | Promise<Answer>,
): (request: Request, client?: Client) => Answer | Promise<Answer> {
  const routeOf = createRouteFinder(routes)
  return (request, client) => {
    const { method } = request
    const route = routeOf(request)
    if (route === undefined) return fetch(request, client)
    const attributes = { 'http.request.method': method, 'http.route': route } as const
    return tracer.inSpan(
      { name: `${method} ${route}`, kind: 'server', attributes },
      async (span) => {
        const response = await fetch(request, client)
        span.set({ 'http.response.status_code': response.status })
        if (response.status >= SERVER_ERROR) span.fail(String(response.status))
        return response
      },
    )
  }
}

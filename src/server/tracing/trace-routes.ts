import { TrieRouter } from 'hono/router/trie-router'
import type { Tracer } from './tracer.ts'

const SERVER_ERROR = 500

interface Route {
  method: string
  path: string
}

/**
 * Makes each request of these routes a span that begins a trace: the `traceparent` of a browser is ignored. The span has the
 * route's template, never the address. Other requests have no span.
 */
export function traceRoutes<Client, Answer extends Response>(
  tracer: Tracer,
  routes: readonly Route[],
  fetch: (request: Request, client?: Client) => Answer | Promise<Answer>,
): (request: Request, client?: Client) => Answer | Promise<Answer> {
  const router = new TrieRouter<string>()
  for (const { method, path } of routes) router.add(method, path, templateOf(path))
  return (request, client) => {
    const { method } = request
    const [[found]] = router.match(method, new URL(request.url).pathname)
    const route = found?.[0]
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

function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

import { createRouteFinder, type Route } from '#http/route-finder.ts'

/** Reports the route's template, the status and the duration of an answer. */
export type RouteServed = (route: string, status: number, durationMs: number) => void

/** Measures each answer of these routes until its headers are there; an event stream ends much later. */
export function measureRoutes<Client>(
  routes: readonly Route[],
  served: RouteServed,
  fetch: (request: Request, client?: Client) => Response | Promise<Response>,
): (request: Request, client?: Client) => Promise<Response> {
  const routeOf = createRouteFinder(routes)
  return async (request, client) => {
    const startedAt = performance.now()
    const response = await fetch(request, client)
    const route = routeOf(request)
    if (route !== undefined) served(route, response.status, performance.now() - startedAt)
    return response
  }
}

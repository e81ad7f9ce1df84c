import type { MiddlewareHandler } from 'hono'

/** Middleware: Hono answers HEAD by the handler of GET and drops the body, so a stream behind it would never end. */
export const cancelUnreadBody: MiddlewareHandler = async (context, next) => {
  await next()
  if (context.req.method === 'HEAD') await context.res.body?.cancel()
}

/** Whether HTTP sends a body with a response of this status to this method. */
export function sendsBody(method: string, status: number): boolean {
  return method !== 'HEAD' && status !== 204 && status !== 304
}

import { isLoopbackHost } from '#domain/loopback-host.ts'

/** No wildcard and no separator of a Content-Security-Policy. */
const EXACT = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/

/** Whether a page may frame this origin: written exactly as browsers write it, and https unless on this machine. */
export function isFrameOrigin(origin: unknown): boolean {
  if (typeof origin !== 'string' || !EXACT.test(origin)) return false
  const url = URL.parse(origin)
  if (url?.origin !== origin) return false
  return url.protocol === 'https:' || isLoopbackHost(url.hostname)
}

import type { Fetch } from '#contract/fetch.ts'

/** Pending requests. Node would garbage-collect a request that nothing refers to, and its time-out with it. */
const underWay = new Set<Request>()

/** Sends a request and reads its answer. Rejects, and ends the connection, when both take longer than `timeoutMs`. */
export async function fetchWithin<T>(
  fetch: Fetch,
  url: string,
  { timeoutMs, ...init }: Omit<RequestInit, 'signal'> & { timeoutMs: number },
  read: (answer: Response) => T | Promise<T>,
): Promise<T> {
  const request = new Request(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  underWay.add(request)
  try {
    return await read(await fetch(request))
  } finally {
    underWay.delete(request)
  }
}

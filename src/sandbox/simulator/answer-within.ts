import type { Fetch } from '#contract/fetch.ts'
import { fetchWithin } from '#domain/fetch-within.ts'

export interface Answer {
  status: number
  text: string
}

/** Sends a request and reads the whole response. Rejects after `timeoutMs`, even if `fetch` ignores the signal. */
export async function answerWithin(
  timeoutMs: number,
  fetch: Fetch,
  url: string,
  init: Omit<RequestInit, 'signal'>,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  const exchange = fetchWithin(fetch, url, { ...init, timeoutMs }, async (response) => ({
    status: response.status,
    text: await response.text(),
  }))
  return Promise.race([exchange, abortion(signal)])
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

import type { Fetch } from '#contract/fetch.ts'
export interface Answer {
  status: number
  text: string
}

/** Sends a request and reads the whole response. Rejects after `timeoutMs`, even if `fetch` ignores the signal. */
export async function answerWithin(
  timeoutMs: number,
  fetch: Fetch,
  url: string,
  init: RequestInit,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  return Promise.race([exchange(fetch, new Request(url, { ...init, signal })), abortion(signal)])
}

async function exchange(fetch: Fetch, request: Request): Promise<Answer> {
  const response = await fetch(request)
  return { status: response.status, text: await response.text() }
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

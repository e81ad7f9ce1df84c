import type { Fetch } from '#contract/fetch.ts'

/** What happens to one request of a call. */
export type Fault =
  /** The connection breaks before the processor has seen the request, or after it has carried it out. */
  | { type: 'lost_before' | 'lost_after' }
  /** No answer comes, and the connection stays open; the processor has seen nothing, or has carried it out. */
  | { type: 'silent_before' | 'silent_after' }
  /** As `silent_before`; the request arrives at `deliverLate`. */
  | { type: 'late' }
  /** The processor does not carry the request out, and answers this. */
  | { type: 'instead'; answer: (request: Request, body: string) => Response }
  /** The processor carries it out, and its answer is changed. */
  | { type: 'changed'; change: (text: string) => string }

/** A proxy in front of the processor answers with an error page, and the processor does not see the request. */
export const proxyError = (status: number): Fault => ({
  type: 'instead',
  answer: () =>
    new Response('<html><body>Error</body></html>', {
      status,
      headers: { 'content-type': 'text/html' },
    }),
})

/** A module's way to its processor. */
export interface Network {
  fetch: typeof globalThis.fetch
  /** How many requests were sent since the last `begin`. */
  count(): number
  /** Their methods and addresses, such as `POST https://acme.test/charges`. */
  sent(): readonly string[]
  /** Restarts the count. `fault` happens to request number `at`, counted from 1, or to each request. */
  begin(planned?: { at: number | 'each'; fault: Fault }): void
  /** Delivers the requests that are late; resolves when the processor has answered them. */
  deliverLate(): Promise<void>
  /** Whether each request that never got an answer is aborted by the module, when its time is up. */
  areSilentAborted(): Promise<boolean>
}

const LAST_TIMERS_MS = 300

export function createNetwork(
  processor: Fetch,
  onRequest: (request: Request, body: string) => void,
): Network {
  let sent: string[] = []
  let plan: { at: number | 'each'; fault: Fault } | undefined
  let late: (() => Promise<unknown>)[] = []
  /** Requests, not signals: Node garbage-collects a request that nothing refers to, and its time-out with it. */
  const silent: Request[] = []

  const staySilent = (request: Request) =>
    new Promise<never>((_, reject) => {
      silent.push(request)
      const { signal } = request
      const end = () => reject(signal.reason)
      if (signal.aborted) end()
      else signal.addEventListener('abort', end, { once: true })
    })

  return {
    async fetch(input: Request | string | URL, init?: RequestInit) {
      const request = new Request(input, init)
      const body = await request.clone().text()
      onRequest(request, body)
      sent.push(`${request.method} ${request.url.replace(/\?.*/, '')}`)
      const deliver = async () => processor(withoutSignal(request, body))
      const isPlanned = plan !== undefined && (plan.at === 'each' || plan.at === sent.length)
      if (!isPlanned || plan === undefined) return processor(request)
      const { fault } = plan
      switch (fault.type) {
        case 'lost_before':
          throw connectionLost()
        case 'lost_after':
          await deliver()
          throw connectionLost()
        case 'silent_before':
          return staySilent(request)
        case 'silent_after':
          await deliver()
          return staySilent(request)
        case 'late':
          late.push(deliver)
          return staySilent(request)
        case 'instead':
          return fault.answer(request, body)
        case 'changed':
          return changed(await deliver(), fault.change)
      }
    },
    count: () => sent.length,
    sent: () => sent,
    begin(planned) {
      sent = []
      plan = planned
    },
    async deliverLate() {
      const delivered = late
      late = []
      for (const deliver of delivered) await deliver()
    },
    async areSilentAborted() {
      // Timers of the same duration may end one after the other: waits for the last ones.
      await new Promise((resolve) => setTimeout(resolve, LAST_TIMERS_MS))
      return silent.every(({ signal }) => signal.aborted)
    },
  }
}

function withoutSignal({ url, method, headers }: Request, body: string): Request {
  return new Request(url, { method, headers, ...(body !== '' && { body }) })
}

/** The error of the platform's `fetch` when a connection breaks. */
function connectionLost(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  return new TypeError('fetch failed', { cause })
}

async function changed(response: Response, change: (text: string) => string): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const text = await response.text()
  return new Response(text === '' ? null : change(text), { status: response.status, headers })
}

/** The processor of a module without a driver. */
export const unreachable: Fetch = () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  throw new TypeError('fetch failed', { cause })
}

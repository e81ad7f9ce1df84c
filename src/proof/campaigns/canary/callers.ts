import type { SecretBook } from './secrets.ts'
import type { Sink } from './sinks.ts'
import type { CanaryStage } from './stage.ts'

export interface Call {
  headers?: Record<string, string>
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown
}

export interface Called {
  status: number
  headers: Headers
  text: string
}

export type Caller = (method: string, path: string, call?: Call) => Promise<Called>

const TIMEOUT_MS = 30_000

/** Creates an HTTP client whose responses are recorded. A broken connection is status 0. */
export function createCaller(
  { recorder }: Pick<CanaryStage, 'recorder'>,
  {
    who,
    origin,
    apiKey,
    sink = 'answers to callers',
  }: {
    who: string
    origin: string
    apiKey?: string
    sink?: Sink
  },
): Caller {
  return async (method, path, { headers = {}, body } = {}) => {
    const name = `to ${who}: ${method} ${path}`
    try {
      const response = await fetch(origin + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(apiKey !== undefined && { 'x-api-key': apiKey }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await response.text()
      const head = [...response.headers].map((header) => header.join(': ')).join('\n')
      recorder.keep(sink, `${name} ${response.status}`, `${head}\n\n${text}`)
      return { status: response.status, headers: response.headers, text }
    } catch (error) {
      if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error
      return { status: 0, headers: new Headers(), text: '' }
    }
  }
}

/** Adds the last segment of a session's URL to the book. */
export function addReference(book: SecretBook, name: string, url: string): string {
  const reference = url.slice(url.lastIndexOf('/') + 1)
  book.add(name, 'reference', reference)
  return reference
}

import type { FieldFault } from '#contract/dashboard/problem.ts'

const TIMEOUT_MS = 15_000

/** The server refused. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  /** One of `DashboardProblemCode`, unless something between here and the server answered. */
  readonly code: string
  readonly requestId: string
  /** The faulty fields of the input, each with its fault. */
  readonly fields: readonly FieldFault[]

  constructor(status: number, code: string, requestId: string, fields: readonly FieldFault[] = []) {
    super(code)
    this.status = status
    this.code = code
    this.requestId = requestId
    this.fields = fields
  }
}

/** There was no connection, a time-out, or an answer that is not JSON. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof Refused && error.status === 401
}

export function isMissing(error: unknown): boolean {
  return error instanceof Refused && error.status === 404
}

/** Calls the dashboard's own server. The answer's type is not checked: page and server are built from one source. */
export type Call = <Answer>(
  path: string,
  request?: {
    method?: 'GET' | 'POST'
    body?: object
    headers?: Readonly<Record<string, string>>
    signal?: AbortSignal
  },
) => Promise<Answer>

export function createCall(fetch: typeof globalThis.fetch): Call {
  return async <Answer>(
    path: string,
    { method = 'GET', body, headers, signal }: Parameters<Call>[1] = {},
  ): Promise<Answer> => {
    const limits = [AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]
    let response: Response
    let answer: unknown
    try {
      response = await fetch(`/api${path}`, {
        method,
        signal: AbortSignal.any(limits),
        // Other sites cannot send this header without a preflight, which is never granted.
        headers: {
          'X-Checkout': '1',
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      answer = response.status === 204 ? null : await response.json()
    } catch (cause) {
      signal?.throwIfAborted()
      throw new NoAnswer('no answer', { cause })
    }
    if (response.ok) return answer as Answer
    const { fields } = (answer ?? {}) as { fields?: readonly FieldFault[] }
    throw new Refused(response.status, textIn(answer, 'code'), textIn(answer, 'requestId'), fields)
  }
}

function textIn(answer: unknown, name: string): string {
  const value: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
  return typeof value === 'string' ? value : ''
}

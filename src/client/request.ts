import type { Operation } from '#contract/operation.ts'

/**
 * Arguments of one call: `parameters` of the path, `query`, JSON `body`, and idempotency key.
 */
export interface CallInput {
  parameters?: Record<string, string>
  query?: Record<string, string | number | Readonly<Record<string, string>> | undefined>
  body?: unknown
  idempotencyKey?: string | undefined
  /** The media type in place of the operation's own. */
  accept?: string
}

/** Builds the request of an operation. Throws a `TypeError` for a malformed id, before anything is sent. */
export function buildRequest(
  operation: Operation,
  input: CallInput,
  { baseUrl, apiKey, signal }: { baseUrl: string; apiKey: string; signal: AbortSignal },
): Request {
  const accept = input.accept ?? operation.answerTypes?.join(', ') ?? 'application/json'
  const headers = new Headers({ accept, 'x-api-key': apiKey })
  if (input.idempotencyKey !== undefined) headers.set('idempotency-key', input.idempotencyKey)
  if (operation.body !== undefined) headers.set('content-type', 'application/json')
  return new Request(baseUrl + buildPath(operation, input), {
    method: operation.method.toUpperCase(),
    headers,
    signal,
    // A followed redirect would send the API key to its target.
    redirect: 'manual',
    ...(operation.body === undefined ? {} : { body: JSON.stringify(input.body ?? {}) }),
  })
}

function buildPath(operation: Operation, { parameters = {}, query = {} }: CallInput): string {
  const checked = operation.parameters?.safeParse(parameters)
  const fault = checked?.error?.issues[0]
  if (fault !== undefined) throw new TypeError(`${fault.path.join('.')} ${fault.message}`)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object')
      for (const [key, text] of Object.entries(value)) search.set(`${name}[${key}]`, text)
    else if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search}`
}

import { API_URL } from '../../testing/api-url.ts'
import type { ApiDocument, DocumentedAnswer, DocumentedCall } from './document.ts'
import { judgeFilters } from './judge-filters.ts'
import { readQuery } from './query.ts'
import { createValidator, type Validator } from './validator.ts'

export interface Sent {
  method: string
  path: string
  body: string | Uint8Array | undefined
}

export interface Received {
  status: number
  headers: Headers
  text: string
  /** Parsed where it is JSON. */
  body: unknown
}

/** Faults of a response as sentences; empty when it matches the document. */
export type Judge = (sent: Sent, received: Received) => string[]

const PROBLEM = { $ref: '#/components/schemas/Problem' }
const ON_EVERY_ANSWER = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
const ON_NO_ANSWER = ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-origin']
const SERVER_ERROR = 500

/** Implementation details that a refusal must not leak. */
const INSIDE = [
  /\bat .+:\d+:\d+/,
  /node_modules|\.ts\b|file:\/\//,
  /\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b/i,
  /postgres|pg_|sqlstate|ECONN|127\.0\.0\.1/i,
]

export function createJudge(document: ApiDocument): Judge {
  const answers = createValidator(document, { closed: true })
  const requests = createValidator(document, { closed: false })
  return (sent, received) => {
    const { pathname } = new URL(sent.path, API_URL)
    const called = document.callsAt(decoded(pathname))
    const call = called.find(({ method }) => method === sent.method || isHead(sent, method))
    return [
      ...judgeHeaders(document, received),
      ...(received.status >= SERVER_ERROR ? [`the status is ${received.status}`] : []),
      ...(call === undefined
        ? judgeNoCall(called, answers, received)
        : judgeCall(call, answers, sent, received)),
      ...(call === undefined ? [] : judgeAcceptance(call, requests, sent, received)),
      ...(call === undefined ? [] : judgeFilters(call, sent.path, received)),
      ...(received.status < 400 ? [] : judgeRefusal(received, sent.method)),
    ]
  }
}

function judgeHeaders({ headers: known }: ApiDocument, { headers }: Received): string[] {
  const faults: string[] = []
  for (const [name, value] of Object.entries(ON_EVERY_ANSWER))
    if (headers.get(name) !== value) faults.push(`the header ${name} is ${headers.get(name)}`)
  for (const name of ON_NO_ANSWER)
    if (headers.has(name)) faults.push(`there is a header ${name}: ${headers.get(name)}`)
  for (const [name, { required }] of Object.entries(known))
    if (required === true && !headers.get(name)) faults.push(`there is no header ${name}`)
  return faults
}

/** The document has no such call: the response must be 404, or 405 with `Allow` where the path has other methods. */
function judgeNoCall(called: DocumentedCall[], answers: Validator, received: Received): string[] {
  const { status, body, headers } = received
  if (status === 404) return problemFaults(answers, body, received)
  if (status !== 405) return [`what is no call is answered with ${status}`]
  const allowed = headers.get('allow')?.split(', ').toSorted().join() ?? ''
  const documented = called.map(({ method }) => method).toSorted()
  return [
    ...(allowed === documented.join() ? [] : [`Allow says ${allowed}, not ${documented.join()}`]),
    ...problemFaults(answers, body, received),
  ]
}

function problemFaults(answers: Validator, body: unknown, { text }: Received): string[] {
  if (text === '') return []
  const problem = answers.problemOf(PROBLEM, body)
  return problem === undefined ? [] : [`the refusal is no problem document: ${problem}`]
}

function judgeCall(
  { id, responses }: DocumentedCall,
  answers: Validator,
  { method }: Sent,
  { status, headers, text, body }: Received,
): string[] {
  const documented = responses[String(status)] ?? responses[`${Math.floor(status / 100)}XX`]
  if (documented === undefined) return [`${id} documents no status ${status}`]
  const faults = undocumentedHeaders(documented, headers)
  if (method === 'HEAD') return [...faults, ...(text === '' ? [] : ['HEAD has a body'])]
  const type = headers.get('content-type') ?? ''
  const media = documented.content?.[type]
  if (media === undefined) return [...faults, `${status} documents no content type ${type}`]
  if (media.schema === undefined) return faults
  const wrong = answers.problemOf(media.schema, body)
  if (wrong !== undefined) faults.push(`the body is not as documented for ${status}: ${wrong}`)
  const code = codeOf(body)
  if (status >= 400 && !(code in (media.examples ?? {})))
    faults.push(`${id} documents no ${code} under ${status}`)
  return faults
}

/** Faults: headers of the document at a response that does not declare them. */
function undocumentedHeaders({ headers = {} }: DocumentedAnswer, given: Headers): string[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  return ['location', 'retry-after', 'idempotency-replayed', 'ratelimit', 'www-authenticate']
    .filter((name) => given.has(name) && !names.includes(name))
    .map((name) => `the header ${name} is not documented here`)
}

/** A request that the document's schemas refuse must not be accepted. */
function judgeAcceptance(
  call: DocumentedCall,
  requests: Validator,
  { body, path }: Sent,
  { status }: Received,
): string[] {
  if (status >= 300) return []
  const faults = judgeQuery(call, requests, new URL(path, API_URL).searchParams)
  if (call.body === undefined || body === undefined || body.length === 0) return faults
  const value = parse(typeof body === 'string' ? body : Buffer.from(body).toString())
  if (value === undefined) return [...faults, `${call.id} accepted what is no JSON`]
  const wrong = requests.problemOf(call.body, value)
  if (wrong !== undefined)
    faults.push(`${call.id} accepted a body that is not as documented: ${wrong}`)
  return faults
}

function judgeQuery(
  { id, parameters }: DocumentedCall,
  requests: Validator,
  sent: URLSearchParams,
): string[] {
  // A call without query parameters ignores the query.
  if (!parameters.some((parameter) => parameter.in === 'query')) return []
  return readQuery(parameters, sent).flatMap(
    ({ name, values: [sentValue, ...more], documented }) => {
      if (documented === undefined) return [`${id} accepted the unknown query parameter ${name}`]
      if (more.length > 0) return [`${id} accepted ${name} twice`]
      const { schema } = documented
      const isInteger = schema.type === 'integer' && /^\d+$/.test(String(sentValue))
      const value = isInteger ? Number(sentValue) : sentValue
      const wrong = requests.problemOf(schema, value)
      return wrong === undefined ? [] : [`${id} accepted ${name}=${textOf(value)}: ${wrong}`]
    },
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function judgeRefusal({ status, headers, text, body }: Received, method: string): string[] {
  const faults = INSIDE.filter((inside) => inside.test(text)).map(
    (inside) => `the refusal gives away what ${String(inside)} finds`,
  )
  if (text.includes(process.cwd())) faults.push('the refusal names a path of this machine')
  if (method === 'HEAD') return faults
  const problem = Object(body) as { status?: unknown; requestId?: unknown }
  if (problem.status !== status)
    faults.push(`the refusal says that its status is ${String(problem.status)}`)
  if (problem.requestId !== headers.get('x-request-id'))
    faults.push('the refusal has another request id than its header')
  return faults
}

function codeOf(body: unknown): string {
  return String((Object(body) as { code?: unknown }).code)
}

/** HEAD is GET without a body (RFC 9110). */
function isHead(sent: Sent, method: string): boolean {
  return sent.method === 'HEAD' && method === 'GET'
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

import { expect } from 'vitest'
import { API_URL } from './api-url.ts'
import type { Operation } from '#contract/operation.ts'
import {
  BODY_REFUSALS,
  COMMON_REFUSALS,
  IDEMPOTENCY_REFUSALS,
  OPERATIONS,
  REQUIRED_KEY_REFUSALS,
} from '#contract/operations.ts'
import { Problem, PROBLEMS } from '#contract/problem.ts'

const KNOWN: readonly (Operation & { pattern: RegExp })[] = Object.values(OPERATIONS).map(
  (operation) => ({
    ...operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }),
)

/** S-33: internals that no response may disclose. */
const INSIDE = [
  /\bat .+:\d+:\d+/,
  /node_modules|\.ts\b|file:\/\//,
  /\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b/i,
  /postgres|pg_|sqlstate/i,
]

/**
 * Checks a response against the contract: status and code are documented for this call, the body has exactly the
 * documented fields, and the headers are those of every response.
 */
export async function checkAnswer(
  { method, path }: { method: string; path: string },
  response: Response,
): Promise<void> {
  checkHeaders(response.headers, path)
  const operation = KNOWN.find(
    (known) => known.method.toUpperCase() === method && known.pattern.test(decodeURI(path)),
  )
  if (response.ok && operation?.answerTypes !== undefined) {
    expect(response.status).toBe(operation.status)
    expect(operation.answerTypes).toContain(response.headers.get('content-type'))
    return
  }
  const type = response.headers.get('content-type') ?? ''
  if (response.ok && operation?.alsoTypes?.includes(type) === true) {
    expect(response.status).toBe(operation.status)
    return
  }
  const text = await response.clone().text()
  if (text === '') return
  const body: unknown = JSON.parse(text)
  if (response.ok) {
    if (operation === undefined) throw new Error(`${method} ${path} is no call of the contract`)
    expect(response.status).toBe(operation.status)
    expect(response.headers.get('content-type')).toBe('application/json')
    // Parsing drops unknown fields, so an undocumented one shows as a difference.
    expect(operation.answer.parse(body)).toStrictEqual(body)
    return
  }
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const problem = Problem.parse(body)
  expect(problem).toStrictEqual(body)
  expect(problem.status).toBe(response.status)
  expect(problem.status).toBe(PROBLEMS[problem.code].status)
  if (operation !== undefined) expect(problem.type).toBe(`${API_URL}/docs#${problem.code}`)
  for (const error of problem.errors ?? []) {
    expect(error.pointer).toMatch(/^#(\/|$)/)
    // No default message of the validator may appear.
    expect(`${error.code} ${error.message}`).not.toMatch(/custom|expected|Invalid|Too (big|small)/)
  }
  expect(problem.requestId).toBe(response.headers.get('x-request-id'))
  for (const inside of INSIDE) expect(text).not.toMatch(inside)
  expect(documented(operation)).toContain(problem.code)
}

function documented(operation: Operation | undefined): readonly string[] {
  if (operation === undefined) return ['not_found', 'method_not_allowed', 'internal_error']
  return [
    ...operation.refusals,
    // The answer of production.
    ...(operation.sandboxOnly === true ? ['not_found'] : []),
    ...COMMON_REFUSALS[operation.caller],
    ...(operation.body === undefined ? [] : BODY_REFUSALS),
    ...(operation.idempotent === true ? IDEMPOTENCY_REFUSALS : []),
    ...(operation.requiresIdempotencyKey === true ? REQUIRED_KEY_REFUSALS : []),
    // A path parameter that cannot be an id.
    ...(operation.parameters === undefined ? [] : ['not_found']),
  ]
}

/** S-40, golden: these headers have these values, and no unlisted header may appear. */
const ALWAYS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}
const SOMETIMES = [
  'allow',
  'content-type',
  'idempotency-replayed',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'x-request-id',
]

/** Checks the headers of a response at this path against the golden list. */
export function checkHeaders(headers: Headers, path: string): void {
  // The simulator stands for a processor: it assigns no request ids.
  if (!/^\/simulator(\/|$)/.test(path))
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9A-Za-z]{17}$/)
  const rest = [...headers].filter(([name]) => !SOMETIMES.includes(name))
  expect(Object.fromEntries(rest)).toEqual(ALWAYS)
}

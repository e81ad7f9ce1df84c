import { PROBLEMS, type Problem, type ProblemCode } from '../problem.ts'
import { headersOf, type HeaderName } from './headers.ts'

/** Refusals grouped by status, as problem documents (RFC 9457), with an example of each code. */
export function refusalResponses(codes: readonly ProblemCode[], headers: readonly HeaderName[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code].status)
  return Object.fromEntries(
    Array.from(byStatus, ([status, codes]) => [
      status,
      {
        description: codes.map((code) => `- \`${code}\`: ${PROBLEMS[code].title}.`).join('\n'),
        headers: headersOf(...headers, ...headersOfStatus(status, codes)),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(
              codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  )
}

function headersOfStatus(status: number, codes: readonly ProblemCode[]): HeaderName[] {
  if (status === 401) return ['WWW-Authenticate']
  if (status === 429 || status === 503 || codes.includes('idempotency_in_progress'))
    return ['Retry-After']
  return []
}

/** An example of each refusal, as OpenAPI components. */
export function problemExamples(codes: Iterable<ProblemCode>, apiUrl: string) {
  return Object.fromEntries(
    Array.from(codes, (code) => [
      code,
      { summary: PROBLEMS[code].title, value: exampleProblem(code, apiUrl) },
    ]),
  )
}

function exampleProblem(code: ProblemCode, apiUrl: string): Problem {
  const { status, title } = PROBLEMS[code]
  return {
    type: `${apiUrl}/docs#${code}`,
    title,
    status,
    detail: `${title}.`,
    code,
    requestId: 'req_0Tq4mFhZ7Rk2vXw9s',
    ...(code === 'validation_failed' && {
      errors: [
        {
          path: 'lineItems.0.quantity',
          pointer: '#/lineItems/0/quantity',
          code: 'too_small',
          message: 'must be at least 1',
        },
        {
          path: 'colour',
          pointer: '#/colour',
          code: 'unknown_field',
          message: 'is not a field of this call',
        },
      ],
    }),
  }
}

/** Description of `ProblemCode`: all codes ordered by status. */
export function problemTable(): string {
  return Object.entries(PROBLEMS)
    .map(([code, { status, title }]) => `- \`${code}\` (${status}): ${title}.`)
    .join('\n')
}

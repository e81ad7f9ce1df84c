import type { z } from 'zod'
import type { Environment } from './environment.ts'
import { Notification } from './event.ts'
import type { Operation } from './operation.ts'
import {
  merchantOperationsOf,
  OPERATIONS,
  operationsOf,
  refusalsOf,
  type OperationId,
} from './operations.ts'
import { HEADERS } from './openapi/headers.ts'
import { INTRODUCTION } from './openapi/introduction.ts'
import { describeOperation } from './openapi/operation.ts'
import { problemExamples, problemTable } from './openapi/refusals.ts'
import { convertSchemas, type JsonSchema } from './openapi/schemas.ts'
import { NOTIFICATIONS_TAG, tagsOf } from './openapi/tags.ts'
import { describeWebhooks, WEBHOOK_PARAMETERS } from './openapi/webhooks.ts'
import { Problem } from './problem.ts'

export interface OpenApiOptions {
  environment: Environment
  /** Base URL of the API, without a trailing slash. */
  apiUrl: string
  version: string
  /** With the page's own calls, which merchants are not told of: for tests of all that the API serves. */
  isWhole?: boolean
}

const API_KEY = {
  type: 'apiKey',
  in: 'header',
  name: 'X-Api-Key',
  description:
    '`hp_live_…` in production, `hp_test_…` in the sandbox. Issued by the operator and displayed once.',
} as const

/** Builds the OpenAPI 3.1 document from the operation table and the schemas that the API runs on. */
export function openApiDocument({ environment, apiUrl, version, isWhole = false }: OpenApiOptions) {
  const ids = isWhole ? operationsOf(environment) : merchantOperationsOf(environment)
  const operations = ids.map((id): [OperationId, Operation] => [id, OPERATIONS[id]])
  const { answers, requests, components } = convertSchemas(
    {
      ...collect(operations, ({ answer, answerTypes }) => ({
        answer: answerTypes === undefined ? answer : undefined,
      })),
      problem: Problem,
      notification: Notification,
    },
    collect(operations, ({ parameters, query, body }) => ({ path: parameters, query, body })),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: `Hosted Checkout API (${environment})`,
      version,
      summary: 'Sessions, a payment page, signed notifications.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiUrl, description: `The ${environment}.` }],
    tags: [...tagsOf(ids), NOTIFICATIONS_TAG],
    paths: groupByPath(
      operations.map(([id, { path, method }]) => {
        const described = describeOperation(id, {
          path: requests[`${id}.path`],
          query: requests[`${id}.query`],
          body: requests[`${id}.body`],
          answer: answers[`${id}.answer`],
        })
        return { path, method, described }
      }),
    ),
    webhooks: describeWebhooks(answers['notification']),
    components: {
      schemas: withProblemTable(components),
      parameters: WEBHOOK_PARAMETERS,
      headers: HEADERS,
      examples: problemExamples(
        new Set(operations.flatMap(([, operation]) => refusalsOf(operation))),
        apiUrl,
      ),
      securitySchemes: { ApiKey: API_KEY },
    },
  }
}

function withProblemTable(components: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const { ProblemCode } = components
  return { ...components, ProblemCode: { ...ProblemCode, description: problemTable() } }
}

/** Schemas of all operations, keyed by operation and part. */
function collect(
  operations: readonly [OperationId, Operation][],
  partsOf: (operation: Operation) => Record<string, z.ZodType | undefined>,
): Record<string, z.ZodType> {
  const schemas: Record<string, z.ZodType> = {}
  for (const [id, operation] of operations)
    for (const [part, schema] of Object.entries(partsOf(operation)))
      if (schema !== undefined) schemas[`${id}.${part}`] = schema
  return schemas
}

function groupByPath<Described>(
  operations: readonly { path: string; method: Operation['method']; described: Described }[],
) {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  return Object.fromEntries(
    Array.from(byPath, ([path, atPath]) => [
      path,
      Object.fromEntries(atPath.map(({ method, described }) => [method, described])),
    ]),
  )
}

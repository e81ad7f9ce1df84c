import type { Operation } from '../operation.ts'
import { OPERATIONS, refusalsOf, type OperationId } from '../operations.ts'
import { EXAMPLES } from './examples.ts'
import { headersOf, type HeaderName } from './headers.ts'
import { parametersOf } from './parameters.ts'
import { refusalResponses } from './refusals.ts'
import type { JsonSchema } from './schemas.ts'
import { tagOf } from './tags.ts'

export interface OperationSchemas {
  path: JsonSchema | undefined
  query: JsonSchema | undefined
  body: JsonSchema | undefined
  answer: JsonSchema | undefined
}

/** One operation as an OpenAPI operation object. */
export function describeOperation(id: OperationId, schemas: OperationSchemas) {
  const operation: Operation = OPERATIONS[id]
  const examples = EXAMPLES[id]
  const limit: HeaderName[] =
    operation.caller === 'merchant' ? ['RateLimit', 'RateLimit-Policy'] : []
  const parameters = parametersOf(operation, schemas)
  return {
    operationId: id,
    tags: [tagOf(id)],
    summary: operation.summary,
    description: descriptionOf(operation),
    security: operation.caller === 'anyone' ? [] : [{ ApiKey: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(schemas.body && {
      requestBody: {
        // An empty body counts as `{}`.
        required: operation.body?.safeParse({}).success === false,
        content: jsonContent(schemas.body, examples.requests),
      },
    }),
    responses: {
      [operation.status]: {
        description: operation.status === 201 ? 'Created.' : 'Done.',
        headers: headersOf(
          ...(isReadable(operation.path) ? ['Location' as const] : []),
          ...(operation.idempotent === true ? ['Idempotency-Replayed' as const] : []),
          ...limit,
        ),
        content:
          operation.answerTypes === undefined
            ? {
                ...jsonContent(schemas.answer, examples.answers),
                ...bytesContent(operation.alsoTypes),
              }
            : bytesContent(operation.answerTypes),
      },
      ...refusalResponses(refusalsOf(operation), limit),
      ...(operation.caller === 'anyone' && FROM_HTTP_SERVER),
    },
  }
}

/** For calls without a key, which have no refusals of their own. */
const FROM_HTTP_SERVER = {
  '4XX': {
    description:
      'Refused by the HTTP server before it became a call, as with headers that are too large. No problem document.',
  },
}

function descriptionOf({ description, caller, scope }: Operation): string {
  const key = {
    anyone: 'Needs no key.',
    merchant: `Needs a key of kind \`merchant\` with the scope \`${scope}\`.`,
    checkout: 'Needs a key of kind `checkout`.',
  }[caller]
  return description === undefined ? key : `${description}\n\n${key}`
}

/** Whether the resource that this path creates can be read by its id. */
function isReadable(path: string): boolean {
  return Object.values(OPERATIONS).some(
    (other) => other.method === 'get' && other.path === `${path}/{id}`,
  )
}

/** OpenAPI 3.1 has no schema for bytes: the media type suffices. */
function bytesContent(types: readonly string[] = []) {
  return Object.fromEntries(types.map((type) => [type, {}]))
}

function jsonContent(schema: JsonSchema | undefined, values: Record<string, unknown> = {}) {
  const examples = Object.entries(values).map(([name, value]) => [name, { value }])
  return {
    'application/json': {
      schema,
      ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
    },
  }
}

import { LIMITS } from '../limits.ts'
import type { Operation } from '../operation.ts'
import type { JsonSchema } from './schemas.ts'

const IDEMPOTENCY_KEY = {
  repeat: `The same key and body within ${LIMITS.idempotencyHours} hours get the first answer again; bodies are compared by value, not by bytes. Keys belong to one merchant and path.`,
  attempt: 'One key for each press of the button: a press that is sent twice pays once.',
}

/** Parameters of an operation: the fields of its schemas, and its headers. */
export function parametersOf(
  operation: Operation,
  { path, query }: { path?: JsonSchema | undefined; query?: JsonSchema | undefined },
) {
  return [
    ...fieldsOf('path', path),
    ...fieldsOf('query', query),
    ...(operation.idempotent === true
      ? [idempotencyKey(IDEMPOTENCY_KEY.repeat, operation.requiresIdempotencyKey)]
      : []),
    ...(operation.idempotencyKey === true ? [idempotencyKey(IDEMPOTENCY_KEY.attempt)] : []),
  ]
}

function fieldsOf(place: 'path' | 'query', schema: JsonSchema | undefined) {
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => {
    const { description, ...rest } = field as JsonSchema
    return {
      name,
      in: place,
      required: schema?.required?.includes(name) === true,
      ...(description !== undefined && { description }),
      ...(place === 'query' && rest.type === 'object' && { style: 'deepObject', explode: true }),
      schema: rest,
    }
  })
}

function idempotencyKey(description: string, required = false) {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description,
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: LIMITS.idempotencyKeyLengthMax,
      pattern: '^[\\x21-\\x7e]+$',
      examples: ['8e03978e-40d5-43e8-bc93-6894a57f9324'],
    },
  }
}

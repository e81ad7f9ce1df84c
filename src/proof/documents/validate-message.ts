import { API_PIX_CORRECTIONS } from './corrections.ts'
import { findOperation, placeOf } from './find-operation.ts'
import { memberOf, pointerOf } from './json.ts'
import { createParameterValidator } from './validate-parameters.ts'
import { readApiPix } from './read-documents.ts'
import { createBodyValidator, parse, type ContentMessage } from './validate-body.ts'
import { createValueValidator } from './validate-value.ts'

export interface RequestMessage {
  method: string
  /** The path below the base path, with its query. */
  path: string
  headers: Headers
  /** The body's text; empty without one. */
  body: string
}

export interface ResponseMessage {
  status: number
  headers: Headers
  body: string
}

/** Validates messages by the document; each answer is a list of faults. */
export interface MessageValidator {
  request(message: RequestMessage): string[]
  response(request: Pick<RequestMessage, 'method' | 'path'>, message: ResponseMessage): string[]
  /** A webhook, by the callback that the document names `listaPix`. */
  webhook(message: RequestMessage): string[]
}

const PROBLEM_TYPE = 'application/problem+json'
const PROBLEM = pointerOf('components', 'schemas', 'Problema')
const ERROR_TYPES = 'https://pix.bcb.gov.br/api/v2/error/'
/** Statuses that the document's prose allows for every operation, with a problem as the body. */
const GENERAL = new Set([400, 403, 404, 410, 500, 503, 504])
/** Statuses of HTTP and OAuth about which the document is silent. */
const OUTSIDE = new Set([401, 429])

/** Creates a validator for API Pix 2.9.0. With `closed`, a field that the document does not name is a fault. */
export function createApiPixValidator({ closed = true } = {}): MessageValidator {
  const document = readApiPix()
  const values = createValueValidator(document, { corrections: API_PIX_CORRECTIONS, closed })
  const parameterFaults = createParameterValidator(document, values)

  const bodyFaults = createBodyValidator(document, values)

  return {
    request({ method, path, headers, body }) {
      const { pathname, searchParams } = new URL(path, 'https://pix.example.com')
      const operation = findOperation(document, method, pathname)
      if (operation === undefined) return [`${method} ${pathname} is not in the document`]
      const isOpen = JSON.stringify(operation.value['security']) === '[]'
      return [
        ...parameterFaults(operation, searchParams),
        ...(isOpen || /^Bearer \S+$/.test(headers.get('authorization') ?? '')
          ? []
          : ['no bearer token']),
        ...bodyFaults([...operation.keys, 'requestBody'], { headers, body }),
      ]
    },
    response({ method, path }, { status, headers, body }) {
      const { pathname } = new URL(path, 'https://pix.example.com')
      const operation = findOperation(document, method, pathname)
      if (OUTSIDE.has(status)) return []
      if (operation === undefined)
        return status === 404 ? [] : [`${method} ${pathname} is not in the document`]
      const keys = [...operation.keys, 'responses', String(status)]
      if (GENERAL.has(status)) return problemFaults(status, { headers, body })
      if (placeOf(document, keys) === undefined) return [`status ${status} is not in the document`]
      return bodyFaults(keys, { headers, body })
    },
    webhook({ method, path, headers, body }) {
      return [
        ...(method === 'POST' ? [] : [`${method} instead of POST`]),
        ...(path.endsWith('/pix') ? [] : [`${path} does not end in /pix`]),
        ...bodyFaults(['components', 'requestBodies', 'WebhookPixBody'], { headers, body }),
      ]
    },
  }

  function problemFaults(status: number, { headers, body }: ContentMessage): string[] {
    const type = headers.get('content-type') ?? ''
    if (!type.startsWith(PROBLEM_TYPE)) return [`content-type ${type} instead of ${PROBLEM_TYPE}`]
    const parsed = parse(body)
    if (parsed === undefined) return ['the problem is no JSON']
    const ownType = memberOf(parsed.value, 'type')
    return [
      ...values.at(PROBLEM, parsed.value),
      ...(memberOf(parsed.value, 'status') === status
        ? []
        : [`a problem of status ${status} says another`]),
      ...(typeof ownType === 'string' && ownType.startsWith(ERROR_TYPES)
        ? []
        : [`${JSON.stringify(ownType)} is no type of error`]),
    ]
  }
}

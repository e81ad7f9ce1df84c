import { isObject, pointerOf, type Json, type JsonObject } from './json.ts'

/** The correction of an error in a document: a schema that no message could satisfy, or that says less than it means. */
export interface Correction {
  /** JSON pointer of a schema. */
  at: string
  /** Members of the schema that replace the document's; undefined takes one away. */
  change: Record<string, Json | undefined>
  why: string
}

const schema = (...keys: string[]) => pointerOf('components', 'schemas', ...keys)

const LOCATION = 'a location has no scheme in any example, and BR Codes forbid one'

/** The corrections for API Pix 2.9.0. The stored document keeps its errors. */
export const API_PIX_CORRECTIONS: readonly Correction[] = [
  ...[
    schema('CobGerada', 'allOf', '3', 'properties', 'location'),
    schema('PayloadLocation', 'properties', 'location'),
    schema('PayloadLocationCompleta', 'properties', 'location'),
    schema('PayloadLocationRecGerada', 'properties', 'location'),
  ].map((at) => ({ at, change: { format: undefined }, why: LOCATION })),
  {
    at: schema('CobGerada', 'allOf', '2', 'properties', 'loc'),
    change: { properties: { txid: { $ref: schema('TxId') } } },
    why: 'txid is required here, and declared in PayloadLocationCompleta only',
  },
  {
    at: schema('CobsConsultadas', 'properties', 'cobs', 'items', 'allOf', '1'),
    change: { required: ['status', 'txid'] },
    why: 'idCob is required and declared nowhere',
  },
  {
    at: schema('PixConsultados'),
    change: { required: ['parametros', 'pix'] },
    why: 'cobs is required, where the list is called pix',
  },
  {
    at: schema('WebhookCompleto', 'properties'),
    change: { chave: { type: 'string', maxLength: 77 } },
    why: 'the example of a webhook names its key, which no property declares',
  },
]

/** The corrections for Adyen's webhooks, version 1. Checkout v72 needs none. */
export const ADYEN_WEBHOOKS_CORRECTIONS: readonly Correction[] = [
  {
    at: schema('NotificationAdditionalData', 'properties'),
    change: { hmacSignature: { type: 'string' }, paymentMethodVariant: { type: 'string' } },
    why: 'the examples of OFFER_CLOSED and POSTPONED_REFUND have both, which no property declares',
  },
]

/** The pattern as the document means it: without the slashes of a literal, and matching the whole text. */
function meantPattern(pattern: string): string {
  const bare = pattern.startsWith('/') && pattern.endsWith('/') ? pattern.slice(1, -1) : pattern
  return `^(?:${bare})$`
}

/** A copy of the document in which patterns match the whole text, and the errors are corrected. */
export function correct(document: Json, corrections: readonly Correction[]): Json {
  const changes = new Map(corrections.map(({ at, change }) => [at, change]))
  const met = new Set<string>()
  const walk = (node: Json, at: string): Json => {
    if (Array.isArray(node)) return node.map((item: Json, index) => walk(item, `${at}/${index}`))
    if (!isObject(node)) return node
    const change = changes.get(at)
    if (change !== undefined) met.add(at)
    const members = Object.entries({ ...node, ...change }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, walkMember(key, value, at)] as const],
    )
    return Object.fromEntries(members)
  }
  const walkMember = (key: string, value: Json, at: string): Json =>
    key === 'pattern' && typeof value === 'string'
      ? meantPattern(value)
      : walk(value, at + pointerOf(key).slice(1))
  const corrected = walk(document, '#')
  const unmet = [...changes.keys()].filter((at) => !met.has(at))
  if (unmet.length > 0) throw new RangeError(`nothing stands at ${unmet.join(', ')}`)
  return corrected
}

/** A copy of the document whose schemas refuse fields that they do not name. */
export function close(document: Json): Json {
  if (Array.isArray(document)) return document.map((item: Json) => close(item))
  if (!isObject(document)) return document
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => [key, closeMember(key, value)]),
  )
}

/** Closes schemas of whole values only: those in `allOf`, `oneOf` and `anyOf` describe parts of a value. */
function closeMember(key: string, value: Json): Json {
  if (key === 'properties' && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, closeSchema(of)]))
  return key === 'schema' || key === 'items' ? closeSchema(value) : close(value)
}

function closeSchema(schema: Json): Json {
  const closed = close(schema)
  return isObject(closed) && !('unevaluatedProperties' in closed)
    ? ({ ...closed, unevaluatedProperties: false } satisfies JsonObject)
    : closed
}

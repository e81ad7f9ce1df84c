import { isObject, type Json, type JsonObject } from './json.ts'

/** Keys whose text is prose, except where the key is a name that the document chose. */
const PROSE = new Set([
  'contact',
  'description',
  'externalDocs',
  'summary',
  'termsOfService',
  'title',
])

/** Keys whose value is data: kept as it is. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'required', 'value'])

/** Keys whose members have names of the document's own choice: a property may be called `title`. */
const NAMES = new Set([
  'callbacks',
  'content',
  'examples',
  'headers',
  'parameters',
  'paths',
  'properties',
  'requestBodies',
  'responses',
  'schemas',
  'securitySchemes',
  'variables',
])

/** The structure and values of an OpenAPI document, without its prose. */
export function stripProse(node: Json): Json {
  if (Array.isArray(node)) return node.map((item: Json) => stripProse(item))
  if (!isObject(node)) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !PROSE.has(key) && !key.startsWith('x-'))
      .map(([key, value]) => [key, stripMember(key, value)]),
  )
}

function stripMember(key: string, value: Json): Json {
  if (DATA.has(key)) return value
  // The text of a scope is prose; OpenAPI wants a string.
  if (key === 'scopes' && isObject(value)) return mapValues(value, () => '')
  return NAMES.has(key) && isObject(value) ? mapValues(value, stripProse) : stripProse(value)
}

function mapValues(value: JsonObject, change: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member)]))
}

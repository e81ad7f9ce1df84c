import { describe, expect, it } from 'vitest'
import { API_PIX_CORRECTIONS, correct } from '#proof/documents/corrections.ts'
import { follow, isObject, memberOf, type Json, type JsonObject } from '#proof/documents/json.ts'
import { readApiPix } from '#proof/documents/read-documents.ts'
import { FIELDS } from './documented-fields.ts'

/** The document, with the fields added that it requires or has in its own example but does not declare at their place. */
const DOCUMENT = correct(readApiPix(), API_PIX_CORRECTIONS)
const METHODS = ['get', 'put', 'patch']

/** The fields of a schema of the document. */
function fieldsOf(schema: Json | undefined): string[] {
  const node = follow(DOCUMENT, schema)
  if (!isObject(node)) return []
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => listOf(node[name]))
  const own = Object.entries(objectOf(node['properties'])).flatMap(([name, inner]) => [
    name,
    ...fieldsOf(inner).map((field) => `${name}.${field}`),
  ])
  return [...parts.flatMap(fieldsOf), ...fieldsOf(node['items']), ...own]
}

function listOf(node: Json | undefined): Json[] {
  return Array.isArray(node) ? node : []
}

function objectOf(node: Json | undefined): JsonObject {
  return isObject(node) ? node : {}
}

/** The fields of every answer of success at a route. */
function fieldsAt(route: string): string[] {
  const path = objectOf(memberOf(memberOf(DOCUMENT, 'paths'), route))
  const answers = METHODS.flatMap((method) =>
    Object.entries(objectOf(memberOf(path[method], 'responses'))).filter(([status]) =>
      status.startsWith('2'),
    ),
  )
  return answers.flatMap(([, answer]) => {
    const contents = objectOf(memberOf(follow(DOCUMENT, answer), 'content'))
    return Object.values(contents).flatMap((content) => fieldsOf(memberOf(content, 'schema')))
  })
}

describe('the fields that the document has', () => {
  it.each(Object.entries(FIELDS))('of %s', (route, fields) => {
    const found = [...new Set(fieldsAt(route))].toSorted()
    expect(found.length).toBeGreaterThan(2)
    expect([...fields].toSorted()).toEqual(found)
  })
})

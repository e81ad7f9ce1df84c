import { isObject, memberOf, pointerOf, valueAt, type Json } from './json.ts'

/** An example of a document, with pointers to the schemas of which it is an example. */
export interface Example {
  name: string
  value: Json
  pointers: string[]
}

/** Every example of `components/examples`; `elsewhere` has the schemas of examples that no message refers to. */
export function examplesOf(document: Json, elsewhere: Readonly<Record<string, string>>): Example[] {
  const examples = valueAt(document, '#/components/examples')
  if (!isObject(examples)) throw new TypeError('the document has no examples')
  const named = pointersByExample(document)
  return Object.keys(examples).map((name) => {
    const own = elsewhere[name]
    return {
      name,
      value: resolved(document, memberOf(examples[name], 'value') ?? null),
      pointers: [...(named.get(name) ?? []), ...(own === undefined ? [] : [own])],
    }
  })
}

function pointersByExample(document: Json): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const walk = (node: Json, keys: string[]) => {
    if (Array.isArray(node)) {
      for (const [index, item] of node.entries()) walk(item as Json, [...keys, String(index)])
      return
    }
    if (!isObject(node)) return
    for (const reference of referencesOf(node['schema'] === undefined ? null : node['examples'])) {
      const pointers = found.get(reference) ?? new Set()
      found.set(reference, pointers.add(pointerOf(...keys, 'schema')))
    }
    for (const [key, value] of Object.entries(node)) walk(value, [...keys, key])
  }
  walk(document, [])
  return found
}

function referencesOf(examples: Json | undefined): string[] {
  if (!isObject(examples)) return []
  return Object.values(examples).flatMap((example) => {
    const reference = memberOf(example, '$ref')
    return typeof reference === 'string' ? [reference.slice(reference.lastIndexOf('/') + 1)] : []
  })
}

/** Replaces references within a value. The document writes each alone in an `allOf`, which OpenAPI does not define. */
function resolved(document: Json, value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => resolved(document, item))
  if (!isObject(value)) return value
  const { allOf, $ref } = value
  if (Array.isArray(allOf) && allOf.length === 1) return resolved(document, allOf[0] as Json)
  if (typeof $ref === 'string') {
    const target = valueAt(document, $ref) ?? null
    return resolved(document, memberOf(target, 'value') ?? target)
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, resolved(document, member)]),
  )
}

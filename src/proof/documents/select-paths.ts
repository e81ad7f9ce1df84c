import { isObject, valueAt, type Json, type JsonObject } from './json.ts'

/** Members that say nothing of a message's form. */
const LEFT_OUT = new Set(['examples', 'tags'])

/** The document with these paths, its webhooks, and the components that they refer to; without examples. */
export function selectPaths(document: JsonObject, paths: readonly string[]): JsonObject {
  const { components, paths: all, ...rest } = withoutExamples(document) as JsonObject
  const kept: JsonObject = {
    ...rest,
    ...(isObject(all) && { paths: pick(all, (name) => paths.includes(name)) }),
  }
  const used = new Set<string>()
  const visit = (node: Json): void => {
    for (const pointer of refsOf(node)) {
      if (used.has(pointer)) continue
      used.add(pointer)
      visit(valueAt(document, pointer) ?? null)
    }
  }
  visit(kept)
  if (!isObject(components)) return kept
  const keptComponents = Object.entries(components).map(
    ([kind, named]) =>
      [
        kind,
        kind === 'securitySchemes' || !isObject(named)
          ? named
          : pick(named, (name) => used.has(`#/components/${kind}/${name}`)),
      ] as const,
  )
  return { ...kept, components: Object.fromEntries(keptComponents) }
}

function withoutExamples(node: Json): Json {
  if (Array.isArray(node)) return node.map((item: Json) => withoutExamples(item))
  if (!isObject(node)) return node
  const members = Object.entries(node).filter(([key]) => !LEFT_OUT.has(key))
  return Object.fromEntries(members.map(([key, value]) => [key, withoutExamples(value)]))
}

function refsOf(node: Json): string[] {
  if (Array.isArray(node)) return node.flatMap((item: Json) => refsOf(item))
  if (!isObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key.startsWith('x-') || LEFT_OUT.has(key)) return []
    return key === '$ref' && typeof value === 'string' ? [value] : refsOf(value)
  })
}

function pick(object: JsonObject, isKept: (name: string) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isKept(name)))
}

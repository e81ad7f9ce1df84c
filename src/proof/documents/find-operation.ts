import { follow, isObject, memberOf, pointerOf, type Json, type JsonObject } from './json.ts'

/** An operation of a document; `keys` is its place. */
export interface Operation {
  keys: readonly string[]
  value: JsonObject
  parameters: readonly JsonObject[]
  /** The path parameters by name, decoded. */
  inPath: Readonly<Record<string, string>>
}

/** The operation for a method and a path, without query; a path without parameters comes first. */
export function findOperation(document: Json, method: string, path: string): Operation | undefined {
  const paths = memberOf(document, 'paths')
  if (!isObject(paths)) return undefined
  const templates = Object.keys(paths).toSorted((a, b) => holesOf(a) - holesOf(b))
  for (const template of templates) {
    const inPath = matchPath(template, path)
    const value = memberOf(paths[template], method.toLowerCase())
    if (inPath !== undefined && isObject(value))
      return {
        keys: ['paths', template, method.toLowerCase()],
        value,
        inPath,
        parameters: [...parametersOf(document, paths[template]), ...parametersOf(document, value)],
      }
  }
  return undefined
}

/** The value at these keys, with references followed on the way, and its JSON pointer; undefined if there is none. */
export function placeOf(
  document: Json,
  keys: readonly string[],
): { pointer: string; value: Json } | undefined {
  let place: { pointer: string; value: Json } = { pointer: '#', value: document }
  for (const key of keys) {
    const value = memberOf(place.value, key)
    if (value === undefined) return undefined
    const reference = memberOf(value, '$ref')
    const target = follow(document, value)
    if (target === undefined) return undefined
    const pointer =
      typeof reference === 'string' ? reference : place.pointer + pointerOf(key).slice(1)
    place = { pointer, value: target }
  }
  return place
}

function parametersOf(document: Json, node: Json | undefined): JsonObject[] {
  const list = memberOf(node, 'parameters')
  if (!Array.isArray(list)) return []
  return list.map((item: Json) => follow(document, item)).filter(isObject)
}

function holesOf(template: string): number {
  return template.split('{').length - 1
}

function matchPath(template: string, path: string): Record<string, string> | undefined {
  const names = template.split('/')
  const parts = path.split('/')
  if (names.length !== parts.length) return undefined
  const inPath: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? ''
    if (name.startsWith('{')) inPath[name.slice(1, -1)] = decodeURIComponent(part)
    else if (name !== part) return undefined
  }
  return inPath
}

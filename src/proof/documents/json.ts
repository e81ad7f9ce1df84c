/** A value of JSON, as a document holds it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member of an object, or undefined for anything else. */
export function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The value at a JSON pointer (RFC 6901) with its leading `#`, or undefined. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  return pointer
    .split('/')
    .slice(1)
    .map(unescapeToken)
    .reduce<Json | undefined>(
      (value, key) => (Array.isArray(value) ? value[Number(key)] : memberOf(value, key)),
      root,
    )
}

/** The value with its `$ref`s to the same document followed, at its top only. */
export function follow(root: Json, value: Json | undefined): Json | undefined {
  const target = memberOf(value, '$ref')
  return typeof target === 'string' ? follow(root, valueAt(root, target)) : value
}

export function pointerOf(...keys: string[]): string {
  return `#${keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`
}

function unescapeToken(token: string): string {
  return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')
}

import { placeOf } from './find-operation.ts'
import { isObject, pointerOf, type Json } from './json.ts'
import type { ValueValidator } from './validate-value.ts'

export interface ContentMessage {
  headers: Headers
  /** The body's text; empty without one. */
  body: string
}

/** Validates a body by the `content` of what stands at these keys of the document; returns a list of faults. */
export function createBodyValidator(document: Json, values: ValueValidator) {
  return (keys: readonly string[], { headers, body }: ContentMessage): string[] => {
    const content = placeOf(document, [...keys, 'content'])
    if (!isObject(content?.value)) return body === '' ? [] : ['a body, where the document has none']
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
    if (!(type in content.value))
      return [`content-type ${type} instead of ${Object.keys(content.value).join(', ')}`]
    const parsed = parse(body)
    if (parsed === undefined) return ['the body is no JSON']
    return values.at(content.pointer + pointerOf(type, 'schema').slice(1), parsed.value)
  }
}

export function parse(body: string): { value: Json } | undefined {
  try {
    return { value: JSON.parse(body) as Json }
  } catch {
    return undefined
  }
}

import { isObject, type Json } from './json.ts'

const WIDTH = 100

/** JSON close to the formatter's form: what fits on one line stands on one line. */
export function printJson(value: Json, indent = '', used = 0): string {
  const line = oneLine(value)
  if (indent.length + used + line.length <= WIDTH) return line
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const items = value.map((item: Json) => inner + printJson(item, inner, 1))
    return `[\n${items.join(',\n')}\n${indent}]`
  }
  if (!isObject(value)) return line
  const members = Object.entries(value).map(([key, member]) => {
    const name = `${JSON.stringify(key)}: `
    return inner + name + printJson(member, inner, name.length + 1)
  })
  return `{\n${members.join(',\n')}\n${indent}}`
}

function oneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => oneLine(item)).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

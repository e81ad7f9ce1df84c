const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** A JSON value as a formatted TypeScript literal; the first line is not indented. */
export function typeScriptLiteral(value: unknown, indent = 0): string {
  const inner = ' '.repeat(indent + 2)
  const outer = ' '.repeat(indent)
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'string'))
      return `[${value.map((item) => quoted(item)).join(', ')}]`
    const items = value.map((item) => `${inner}${typeScriptLiteral(item, indent + 2)},`)
    return `[\n${items.join('\n')}\n${outer}]`
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
    if (fields.length === 0) return '{}'
    const lines = fields.map(
      ([name, field]) => `${inner}${propertyName(name)}: ${typeScriptLiteral(field, indent + 2)},`,
    )
    return `{\n${lines.join('\n')}\n${outer}}`
  }
  return JSON.stringify(value)
}

/** Shell quoting: a text as one POSIX shell word, without expansion. */
export function shellLiteral(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function propertyName(name: string): string {
  return IDENTIFIER.test(name) ? name : quoted(name)
}

/** Every JSON escape is also a JavaScript escape. */
function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1)
  return `'${inside.replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`
}

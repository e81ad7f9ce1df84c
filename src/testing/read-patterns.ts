import { parseSync } from 'vite'

/** A regular expression as it stands in a source; one that is put together from parts has no text of its own. */
export type Pattern =
  | { kind: 'literal'; source: string; flags: string }
  | { kind: 'assembled'; code: string }

/** Every regular expression of a TypeScript source. `path` tells whether there is JSX in it. */
export function readPatterns(path: string, source: string): Pattern[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return patternsIn(program, source)
}

function patternsIn(node: unknown, source: string): Pattern[] {
  if (Array.isArray(node)) return node.flatMap((part) => patternsIn(part, source))
  if (typeof node !== 'object' || node === null) return []
  const own = patternOf(node as SyntaxNode, source)
  return [...own, ...Object.values(node).flatMap((part) => patternsIn(part, source))]
}

interface SyntaxNode {
  type?: string
  start?: number
  end?: number
  regex?: { pattern: string; flags: string } | null
  callee?: { name?: string }
}

function patternOf(node: SyntaxNode, source: string): Pattern[] {
  if (node.regex) return [{ kind: 'literal', source: node.regex.pattern, flags: node.regex.flags }]
  const isAssembled =
    (node.type === 'NewExpression' || node.type === 'CallExpression') &&
    node.callee?.name === 'RegExp'
  return isAssembled ? [{ kind: 'assembled', code: source.slice(node.start, node.end) }] : []
}

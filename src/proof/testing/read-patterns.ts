import { parseSync, Visitor, type ESTree } from 'vite'

/** A regular expression in a source; one assembled at runtime has no text. */
export type Pattern =
  | { kind: 'literal'; source: string; flags: string }
  | { kind: 'assembled'; code: string }

/** Every regular expression of a TypeScript source. `path` tells whether it is JSX. */
export function readPatterns(path: string, source: string): Pattern[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const patterns: Pattern[] = []
  const assembled = ({ callee, start, end }: ESTree.CallExpression | ESTree.NewExpression) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp')
      patterns.push({ kind: 'assembled', code: source.slice(start, end) })
  }
  new Visitor({
    Literal: (literal) => {
      if ('regex' in literal)
        patterns.push({
          kind: 'literal',
          source: literal.regex.pattern,
          flags: literal.regex.flags,
        })
    },
    NewExpression: assembled,
    CallExpression: assembled,
  }).visit(program)
  return patterns
}

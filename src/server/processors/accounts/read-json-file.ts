import type { Path } from './problems.ts'

/** Where a text stops being JSON: "line 2, column 25". */
export function placeOfFault(text: string, error: unknown): string {
  const found = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
  const at = tokensOf(text).faultAt ?? Number(found ?? text.length)
  if (at >= text.trimEnd().length) return 'its end is missing'
  const before = text.slice(0, at).split('\n')
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

/**
 * The places of names that an object has twice, in valid JSON. A parser takes the last of them. Elements of lists have no
 * place.
 */
export function repeatedPlaces(text: string): Path[] {
  const found: Path[] = []
  const open: { names: Set<string>; name: string }[] = []
  let before = ''
  for (const token of tokensOf(text).tokens) {
    const object = open.at(-1)
    if (token === '{') open.push({ names: new Set(), name: '' })
    else if (token === '}') open.pop()
    else if (token === ':' && object !== undefined) {
      object.name = String(JSON.parse(before))
      if (object.names.has(object.name)) found.push(open.map(({ name }) => name))
      object.names.add(object.name)
    }
    before = token
  }
  return found
}

const SPACE = ' \t\r\n'
const MARKS = '{}[]:,'
const WORD = /[-+.\w]+/y
const LITERAL = /^(?:true$|false$|null$|-?\d)/

/**
 * The tokens of a text, without white space, and the position of the first token that JSON does not have. For such a token
 * the parser names no position: its message quotes the text instead, which may hold a secret.
 */
function tokensOf(text: string): { tokens: string[]; faultAt?: number } {
  const tokens: string[] = []
  for (let at = 0; at < text.length;) {
    const first = text.charAt(at)
    const token = SPACE.includes(first) || MARKS.includes(first) ? first : longTokenAt(text, at)
    if (token === undefined) return { tokens, faultAt: at }
    if (!SPACE.includes(token)) tokens.push(token)
    at += token.length
  }
  return { tokens }
}

/** The string, number or literal at a position; undefined when there is none. */
function longTokenAt(text: string, at: number): string | undefined {
  if (text.charAt(at) === '"') return stringAt(text, at)
  WORD.lastIndex = at
  const word = WORD.exec(text)?.[0]
  return word !== undefined && LITERAL.test(word) ? word : undefined
}

function stringAt(text: string, start: number): string | undefined {
  for (let at = start + 1; at < text.length && text.charAt(at) !== '\n'; at++) {
    if (text.charAt(at) === '\\') at += 1
    else if (text.charAt(at) === '"') return text.slice(start, at + 1)
  }
  return undefined
}

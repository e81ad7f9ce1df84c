import { html } from 'hono/html'
import type { Html } from '../html.ts'

const NUMBER = /^\d/
const KEYWORD =
  /^(?:as|async|await|catch|const|else|export|false|from|function|if|import|instanceof|new|null|return|throw|true|try)$/

interface Token {
  kind: 'plain' | 'word' | 'text' | 'comment'
  source: string
}

/** Highlights strings, keywords, numbers and comments. */
export function highlight(source: string): Html {
  return html`${Array.from(tokensOf(source), ({ kind, source }) => {
    if (kind === 'text') return html`<span class="s">${source}</span>`
    if (kind === 'comment') return html`<span class="c">${source}</span>`
    if (kind === 'word') return html`<span class="k">${source}</span>`
    return source
  })}`
}

function* tokensOf(source: string): Generator<Token> {
  const tokens = /[\w$]+|"|'|\/\/|[^\w$"'/]+|\//g
  for (let match = tokens.exec(source); match !== null; match = tokens.exec(source)) {
    const { kind, end } = kindOf(match[0], source, match.index)
    tokens.lastIndex = end
    const text = source.slice(match.index, end)
    if (kind === 'text' && text.includes('\n')) {
      // A multi-line body in shell quotes is highlighted by its own syntax.
      yield { kind: 'plain', source: text.slice(0, 1) }
      yield* tokensOf(text.slice(1, -1))
      yield { kind: 'plain', source: text.slice(-1) }
    } else {
      // A name before a colon is a key: only values are highlighted.
      yield { kind: source.startsWith(':', end) && kind === 'text' ? 'plain' : kind, source: text }
    }
  }
}

function kindOf(
  token: string,
  source: string,
  start: number,
): { kind: Token['kind']; end: number } {
  const end = start + token.length
  if (token === '"' || token === "'") return { kind: 'text', end: endOfString(source, start) }
  if (token === '//') return { kind: 'comment', end: endOfLine(source, start) }
  const isWord = NUMBER.test(token) || KEYWORD.test(token)
  return { kind: isWord ? 'word' : 'plain', end }
}

function endOfString(source: string, start: number): number {
  const quote = source[start]
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === quote) return at + 1
  }
  return source.length
}

function endOfLine(source: string, start: number): number {
  const end = source.indexOf('\n', start)
  return end === -1 ? source.length : end
}

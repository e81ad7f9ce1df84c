import { html } from 'hono/html'
import type { Html } from './html.ts'

/** A code sample in one language, with a copy button. */
export function sample(language: 'curl' | 'TypeScript', source: string): Html {
  return html`<figure class="sample" data-language="${language}">
    <figcaption>${language}</figcaption>
    <pre><code>${highlight(source)}</code></pre>
  </figure>`
}

/** A shell command that is not an API call. */
export function command(label: string, source: string): Html {
  return html`<figure class="sample">
    <figcaption>${label}</figcaption>
    <pre><code>${source}</code></pre>
  </figure>`
}

/** A value as JSON. A long one scrolls in its own box, which is reachable by keyboard. */
export function jsonExample(label: string, value: unknown): Html {
  return html`<figure class="sample json">
    <figcaption>${label}</figcaption>
    <pre tabindex="0" role="group" aria-label="${label}"><code>${highlight(
      JSON.stringify(value, null, 2),
    )}</code></pre>
  </figure>`
}

/** Further examples, each collapsed under its name. */
export function foldedExamples(
  noun: string,
  examples: readonly { name: string; value: unknown }[],
): Html[] {
  return examples.map(({ name, value }) => {
    const label = `${noun}: ${wordsOf(name)}`
    return html`<details class="more">
      <summary>${label}</summary>
      ${jsonExample(label, value)}
    </details>`
  })
}

/** Turns `advanceTo` into `advance to`. */
export function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

const NUMBER = /^\d/
const KEYWORD =
  /^(?:as|async|await|catch|const|else|export|false|from|function|if|import|instanceof|new|null|return|throw|true|try)$/

interface Token {
  kind: 'plain' | 'word' | 'text' | 'comment'
  source: string
}

/** Highlights strings, keywords, numbers and comments. */
function highlight(source: string): Html {
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

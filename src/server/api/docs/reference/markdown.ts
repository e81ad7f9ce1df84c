import { html } from 'hono/html'
import type { Html } from './html.ts'

/** Inline Markdown: code, bold, links. */
const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^[\]]+)\]\((https:\/\/[^()\s]+|#[^()\s]+)\)/g

/** A problem code as the whole content of code marks. */
const WORD = /^[a-z_]+$/

/**
 * Renders the Markdown subset of the document: paragraphs, lists, `code`, **bold**, links. All other
 * text is escaped. Code that is one of `anchors` becomes a link to it.
 */
export function markdown(text: string, anchors: ReadonlySet<string> = new Set()): Html {
  return html`${text.split('\n\n').map((block) => {
    const lines = block.split('\n')
    return lines.every((line) => line.startsWith('- '))
      ? html`<ul>
          ${lines.map((line) => html`<li>${inline(line.slice(2), anchors)}</li>`)}
        </ul>`
      : html`<p>${inline(block, anchors)}</p>`
  })}`
}

/** Renders inline Markdown only. */
export function inline(text: string, anchors: ReadonlySet<string> = new Set()): Html {
  const parts: (Html | string)[] = []
  let read = 0
  for (const match of text.matchAll(MARKS)) {
    parts.push(text.slice(read, match.index), marked(match, anchors))
    read = match.index + match[0].length
  }
  return html`${parts}${text.slice(read)}`
}

function marked([, code, bold, label, address]: RegExpExecArray, anchors: ReadonlySet<string>) {
  if (code !== undefined)
    return WORD.test(code) && anchors.has(code)
      ? html`<a href="#${code}"><code>${code}</code></a>`
      : html`<code>${code}</code>`
  if (bold !== undefined) return html`<strong>${bold}</strong>`
  return html`<a href="${address}">${label}</a>`
}

import { html } from 'hono/html'
import type { Html } from './html.ts'
import { highlight } from './samples/highlight.ts'

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

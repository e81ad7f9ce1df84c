import { html, raw } from 'hono/html'
import { PAGE_STYLE } from './page-style.ts'

// The Content-Security-Policy carries the hash of this exact text.
const STYLE = raw(`<style>${PAGE_STYLE}</style>`)

/** A row of a list of facts. */
export function row(name: string, value: string) {
  return html`<div>
    <dt>${name}</dt>
    <dd><bdi>${value}</bdi></dd>
  </div>`
}

/** A page of a fake, for a person. */
export function layout(
  { locale, bank, ribbon }: { locale: string; bank: string; ribbon: string },
  title: string,
  content: unknown,
) {
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title} · ${bank}</title>
        ${STYLE}
      </head>
      <body>
        <header>${ribbon}</header>
        <main>
          <div class="sheet">
            <div class="bank">${bank}</div>
            <div class="content">
              <h1>${title}</h1>
              ${content}
            </div>
          </div>
        </main>
      </body>
    </html>`
}

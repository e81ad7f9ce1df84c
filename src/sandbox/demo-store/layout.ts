import { html } from 'hono/html'
import { CURRENCY } from './catalog.ts'

export const STORE_NAME = 'Varal'

/** Escaped HTML. */
export type Html = ReturnType<typeof html>

const LANGUAGE = 'en'
/** Formats money as the payment page does in this language. */
const money = new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency: CURRENCY })

/** Formats BRL, which has two decimals. */
export function price(amountMinor: number): Html {
  return html`<span class="price">${money.format(amountMinor / 100)}</span>`
}

export function layout({ title, head, body }: { title: string; head?: Html; body: Html }): Html {
  return html`<!doctype html>
    <html lang="${LANGUAGE}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <meta name="theme-color" content="#fdfaf4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#16181a" media="(prefers-color-scheme: dark)" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="/assets/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/store.css" />
        ${head ?? ''}
      </head>
      <body>
        <div class="page">
          <a class="skip" href="#main">Skip to the content</a>
          <header class="top">
            <a class="brand" href="/"
              ><img src="/assets/favicon.svg" alt="" width="32" height="32" />${STORE_NAME}</a
            >
            <p>Made in Florianópolis, dried in the sun</p>
          </header>
          <main id="main">${body}</main>
          <footer class="foot">
            A demonstration shop. Nothing is sold and no money moves; orders are forgotten when it
            stops.
          </footer>
        </div>
      </body>
    </html>`
}

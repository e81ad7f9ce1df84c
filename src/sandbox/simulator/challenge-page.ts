import { html, raw } from 'hono/html'
import { formatMoney } from '#domain/money.ts'
import { CHALLENGE_STYLE } from './challenge-style.ts'
import type { ChallengeTexts } from '#words/bank-words.ts'
import type { StoredPayment } from './stored-payment.ts'

/** The 3-D Secure page of the simulated issuer. Works without a script. */
export function challengePage(
  payment: Pick<StoredPayment, 'amountMinor' | 'currency' | 'card' | 'merchantName'>,
  texts: ChallengeTexts,
) {
  const { amountMinor: amount, currency, card } = payment
  return layout(
    texts,
    texts.title,
    html`
      <h1>${texts.title}</h1>
      <p>${texts.explanation}</p>
      <dl>
        <div>
          <dt>${texts.merchant}</dt>
          <dd><bdi>${payment.merchantName}</bdi></dd>
        </div>
        <div>
          <dt>${texts.amount}</dt>
          <dd>${formatMoney({ amount, currency }, texts.locale)}</dd>
        </div>
        <div>
          <dt>${texts.card}</dt>
          <dd>${texts.cardEndingIn} ${card?.lastFour}</dd>
        </div>
      </dl>
      <form method="post">
        <button class="primary" name="outcome" value="complete">${texts.complete}</button>
        <button name="outcome" value="fail">${texts.fail}</button>
        <button class="quiet" name="outcome" value="cancel">${texts.cancel}</button>
      </form>
    `,
  )
}

export function challengeNotFoundPage(texts: ChallengeTexts) {
  return layout(
    texts,
    texts.notFoundTitle,
    html`
      <h1>${texts.notFoundTitle}</h1>
      <p>${texts.notFound}</p>
    `,
  )
}

function layout(
  { locale, direction, bank, ribbon }: ChallengeTexts,
  title: string,
  content: unknown,
) {
  return html`<!doctype html>
    <html lang="${locale}" dir="${direction}">
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
            <div class="bank">${EMBLEM}${bank}</div>
            <div class="content">${content}</div>
          </div>
        </main>
      </body>
    </html>`
}

// The Content-Security-Policy carries the hash of this exact text.
const STYLE = raw(`<style>${CHALLENGE_STYLE}</style>`)

const EMBLEM =
  raw(`<svg width="28" height="28" viewBox="0 0 28 28" fill="none" stroke="currentColor" stroke-width="2"
  stroke-linejoin="round" aria-hidden="true"><path d="M3 11 14 4l11 7H3ZM6 11v9M11 11v9M17 11v9M22 11v9M3 24h22"/></svg>`)

import { html } from 'hono/html'
import { DECLINE_CODES, type DeclineCode } from '../../../contract/payment.ts'
import { PROBLEMS, type ProblemCode } from '../../../contract/problem.ts'
import { RETRY_DELAYS_SECONDS } from '../../../domain/retry-schedule.ts'
import { DECLINE_ADVICE } from './decline-advice.ts'
import type { PlacedAsset, PlacedAssets } from './docs-assets.ts'
import { PROBLEM_ADVICE } from './problem-advice.ts'

export interface DocsPageInput {
  title: string
  documentPath: string
  assets: PlacedAssets
}

/** The reference as a page: the calls by Swagger UI, everything else written here and readable without a script. */
export function docsPage({ title, documentPath, assets }: DocsPageInput) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${assets['swagger-ui.css'].path}" />
        <link rel="stylesheet" href="${assets['docs.css'].path}" />
        ${script(assets['swagger-ui-bundle.js'])} ${script(assets['initializer.js'])}
      </head>
      <body>
        <header class="prose">
          <nav aria-label="Chapters">
            <a href="#calls">Calls</a>
            <a href="#refusals">Refusals</a>
            <a href="#declines">Declined payments</a>
            <a href="#deliveries">Delivery of notifications</a>
          </nav>
        </header>
        <main>
          <section id="calls" aria-label="Calls">
            <div id="swagger-ui" data-document="${documentPath}">
              <div class="prose">
                <h1>${title}</h1>
                <p>
                  The calls are shown here by a script. Without it, read
                  <a href="${documentPath}">the document</a> itself.
                </p>
              </div>
            </div>
          </section>
          <section id="refusals" class="prose">
            <h2>Refusals</h2>
            <p>
              Every refusal is a problem document after RFC 9457. Its <code>type</code> leads here.
              Switch over its <code>code</code>, never over its texts.
            </p>
            <div class="entries">
              ${Object.entries(PROBLEMS).map(([code, { status, title }]) =>
                entry(code, String(status), `${title}. ${PROBLEM_ADVICE[code as ProblemCode]}`),
              )}
            </div>
          </section>
          <section id="declines" class="prose">
            <h2>Declined payments</h2>
            <p>
              A decline is an answer, not a refusal: the status is 200, the payment is
              <code>failed</code>, and <code>declineCode</code> says why. More codes may appear.
            </p>
            <div class="entries">
              ${Object.entries(DECLINE_CODES).map(([code, { retryable }]) =>
                entry(
                  code,
                  retryable ? 'trying again can help' : 'final',
                  DECLINE_ADVICE[code as DeclineCode],
                ),
              )}
            </div>
          </section>
          <section id="deliveries" class="prose">
            <h2>Delivery of notifications</h2>
            <p>
              A notification is delivered when your callback answers with 200 to 299 within 10
              seconds. Redirects are failures. 410 disables the callback. A 429 or 503 with
              <code>Retry-After</code> is heeded. Whatever else happens, it is tried again at the
              times below, each spread by 20 %, and after the last it rests as
              <code>exhausted</code> until you replay it.
            </p>
            <p>
              Events come at least once and may overtake each other: take in each
              <code>webhook-id</code> once, and order by <code>sequence</code>, which counts per
              session without gaps.
            </p>
            ${retryTable()}
          </section>
        </main>
      </body>
    </html>`
}

function script({ path, integrity }: PlacedAsset) {
  return html`<script defer src="${path}" integrity="${integrity}"></script>`
}

function entry(code: string, note: string, text: string) {
  return html`<article id="${code}">
    <h3><a href="#${code}">${code}</a> <small>${note}</small></h3>
    <p>${text}</p>
  </article>`
}

function retryTable() {
  let sinceEvent = 0
  const rows = RETRY_DELAYS_SECONDS.map((seconds, index) => {
    sinceEvent += seconds
    return html`<tr>
      <td>${index + 1}</td>
      <td>${index === 0 ? 'at once' : duration(seconds)}</td>
      <td>${index === 0 ? '–' : duration(sinceEvent)}</td>
    </tr>`
  })
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Try</th>
        <th scope="col">After the one before</th>
        <th scope="col">After the event</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

/** Whole hours, minutes and seconds, as in `17 h 42 min 35 s`. */
function duration(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

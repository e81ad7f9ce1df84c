import { html, raw } from 'hono/html'
import type { Evidence, GoLiveReport, ItemVerdict, ReportItem } from './report.ts'
import { REPORT_STYLE } from './report-style.ts'

const VERDICTS: Record<ItemVerdict, string> = {
  passed: '✓ Passed',
  failed: '✗ Failed',
  not_seen: '– Not seen',
  note: 'Note',
}
const KINDS = {
  homologation: 'Go-live check in the sandbox',
  rehearsal: "Rehearsal with the merchant's own key, in the sandbox",
} as const
/** CSP without scripts and requests: a second defence against markup in a merchant's name. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** The report as one self-contained HTML file. */
export async function reportHtml(report: GoLiveReport): Promise<string> {
  const { merchant, kind, passed, items } = report
  const title = merchant.name ?? merchant.id
  const verdict = passed ? 'passed' : 'failed'
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
          <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
          <meta name="robots" content="noindex" />
          <title>${passed ? 'Passed' : 'Not passed'}: ${KINDS[kind]}, ${title}</title>
          <style>
            ${raw(REPORT_STYLE)}
          </style>
        </head>
        <body>
          <main>
            <p class="kind">${KINDS[kind]}</p>
            <h1><bdi>${title}</bdi></h1>
            <p class="result ${verdict}">
              <strong>${passed ? '✓ Passed' : '✗ Not passed'}</strong>
              <span>${summaryOf(items)}</span>
            </p>
            ${factsOf(report)}
            <h2 id="checklist">Checklist</h2>
            <ol class="list" aria-labelledby="checklist">
              ${items.map(
                ({ id, title, verdict }) => html`
                  <li>
                    <a href="#${id}">${title}</a>
                    <span class="verdict ${verdict}">${VERDICTS[verdict]}</span>
                  </li>
                `,
              )}
            </ol>
            <h2>What was done, and what came</h2>
            ${items.map(itemOf)}
            <p class="small">
              Ids lead to sessions, events and deliveries of the sandbox. Bodies and secrets are not
              part of this report.
            </p>
            <div class="review">
              <p>Reviewed by</p>
              <p>Date</p>
            </div>
          </main>
        </body>
      </html> `,
  )
}

/** `11 of 12 passed, 1 failed`. */
export function summaryOf(items: readonly Pick<ReportItem, 'verdict'>[]): string {
  const count = (verdict: ItemVerdict) => items.filter((item) => item.verdict === verdict).length
  const judged = items.length - count('note')
  const parts = [
    `${count('passed')} of ${judged} passed`,
    ...(count('failed') > 0 ? [`${count('failed')} failed`] : []),
    ...(count('not_seen') > 0 ? [`${count('not_seen')} not seen`] : []),
  ]
  return parts.join(', ')
}

function factsOf({
  merchant,
  environment,
  callbackOrigin,
  versions,
  startedAt,
  finishedAt,
}: GoLiveReport) {
  return html`
    <dl class="facts">
      <dt>Merchant</dt>
      <dd><code>${merchant.id}</code></dd>
      <dt>Environment</dt>
      <dd>${environment}</dd>
      <dt>Callback</dt>
      <dd>${callbackOrigin ?? 'none'}</dd>
      <dt>Done</dt>
      <dd>${timeOf(startedAt)}, in ${secondsBetween(startedAt, finishedAt)} s</dd>
      <dt>Versions</dt>
      <dd>Hosted Checkout ${versions.checkout}, Node ${versions.node}</dd>
    </dl>
  `
}

function itemOf({ id, title, verdict, done, expected, came, mend, evidence }: ReportItem) {
  return html`
    <section class="item ${verdict}" id="${id}" aria-labelledby="${id}-title">
      <header>
        <h3 id="${id}-title">${title}</h3>
        <span class="verdict ${verdict}">${VERDICTS[verdict]}</span>
      </header>
      <dl class="findings">
        <dt>Done</dt>
        <dd>${done}</dd>
        <dt>Expected</dt>
        <dd>${expected}</dd>
        <dt>Came</dt>
        <dd>${came}</dd>
        ${
          mend === null
            ? ''
            : html`<dt>To do</dt>
                <dd class="mend">${mend}</dd>`
        }
      </dl>
      ${
        evidence.length === 0
          ? ''
          : html`<ol class="evidence" aria-label="Evidence">
              ${evidence.map(evidenceOf)}
            </ol>`
      }
    </section>
  `
}

function evidenceOf({ what, sessionId, eventId, deliveryId, attempts }: Evidence) {
  const ids = [sessionId, eventId, deliveryId].filter((id) => id !== null)
  return html`
    <li>
      <p class="what">${what}</p>
      ${
        ids.length === 0
          ? ''
          : html`<p class="ids">${ids.map((id) => html`<code>${id}</code> `)}</p>`
      }
      ${attempts.map(
        ({ at, statusCode, error, durationMs }) => html`
          <p class="try">
            <span>${statusCode ?? error ?? 'no answer'}</span><span>${durationMs} ms</span>
            <span>${timeOf(at)}</span>
          </p>
        `,
      )}
    </li>
  `
}

function timeOf(at: string) {
  const text = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
  return html`<time datetime="${at}">${text}</time>`
}

function secondsBetween(from: string, to: string): string {
  return ((Date.parse(to) - Date.parse(from)) / 1000).toFixed(1)
}

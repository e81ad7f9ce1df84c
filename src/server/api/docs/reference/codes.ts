import { html } from 'hono/html'
import { DECLINE_CODES, type DeclineCode } from '#contract/payment.ts'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import { DECLINE_ADVICE } from '../decline-advice.ts'
import { PROBLEM_ADVICE } from '../problem-advice.ts'
import type { Html } from './html.ts'

/** Every problem code, at the anchor that a problem's `type` links to. */
export function refusalsSection(): Html {
  return html`<section class="chapter" id="refusals" aria-labelledby="refusals-title">
    <h2 id="refusals-title"><a href="#refusals">Refusals</a></h2>
    <p>
      Every refusal is a problem document after RFC 9457. Its <code>type</code> leads here. Switch
      over its <code>code</code>, never over its texts.
    </p>
    <div class="codes">
      ${Object.entries(PROBLEMS).map(([code, { status, title }]) =>
        article(code, String(status), `${title}. ${PROBLEM_ADVICE[code as ProblemCode]}`),
      )}
    </div>
  </section>`
}

export function declinesSection(): Html {
  return html`<section class="chapter" id="declines" aria-labelledby="declines-title">
    <h2 id="declines-title"><a href="#declines">Declined payments</a></h2>
    <p>
      A decline is an answer, not a refusal: the status is 200, the payment is
      <code>failed</code>, and <code>declineCode</code> says why. More codes may appear.
    </p>
    <div class="codes">
      ${Object.entries(DECLINE_CODES).map(([code, { retryable }]) =>
        article(
          code,
          retryable ? 'trying again can help' : 'final',
          DECLINE_ADVICE[code as DeclineCode],
        ),
      )}
    </div>
  </section>`
}

function article(code: string, note: string, text: string): Html {
  return html`<article id="${code}">
    <h3><a href="#${code}">${code}</a> <small>${note}</small></h3>
    <p>${text}</p>
  </article>`
}

import { html } from 'hono/html'
import { DECLINE_CODES, type DeclineCode } from '#contract/payment.ts'
import { PROBLEMS, type ProblemCode } from '#contract/problem.ts'
import type { Html } from './html.ts'

/** What a developer should do about each problem code. */
const PROBLEM_ADVICE: Record<ProblemCode, string> = {
  malformed_json: 'Send one JSON document in UTF-8, without a byte order mark.',
  invalid_header: 'Correct the header that the detail names.',
  invalid_idempotency_key:
    'Send 1 to 255 visible ASCII characters, for example a UUID, or leave the header out.',
  missing_idempotency_key:
    'Send an Idempotency-Key with every call that moves money: one key for each refund that you mean to make, the same key when you send it again.',
  missing_api_key: 'Send your key in the header X-Api-Key.',
  invalid_api_key:
    'Look whether the key was copied whole, has expired or was revoked. The answer is the same for all three. A new key comes from the operator.',
  wrong_environment:
    'Use the key of this environment, or the address of the other one: hp_test_ keys belong to the sandbox, hp_live_ keys to production.',
  merchant_mismatch: 'Send the merchantId that your key was issued for.',
  insufficient_scope:
    'Ask the operator for a key of the kind and with the scope that the detail names.',
  browser_use_forbidden:
    'Make this call from your backend. If the key has ever been in a page, have it rotated.',
  not_found:
    'Check the address and the id. Another merchant’s id is answered as one that does not exist.',
  method_not_allowed: 'Use a method that the header Allow names.',
  session_not_open:
    'Read the session: its status says what became of it. It cannot go back; create another one if the order still stands.',
  not_paid:
    'Read the session: nothing was paid, so nothing can go back. Wait for the notification session.completed first.',
  payment_in_progress:
    'Wait for the notification of that payment, or read the session again. Do not start another payment beside it. What is authorized, capture or void.',
  already_paid: 'Deliver the order: there is nothing left to pay.',
  nothing_authorized:
    'Read the session: paymentStatus must be authorized. The detail says what it is instead.',
  capture_in_progress:
    'Wait for the event of that capture: payment.succeeded or payment.capture_failed. Do not ask again beside it.',
  void_in_progress:
    'Wait for the event payment.voided, or read the session again. What is being released cannot be captured.',
  seal_expired:
    'Let the card frame seal the card again, and send it with the same Idempotency-Key: an envelope is good for 15 minutes.',
  idempotency_in_progress:
    'Wait as long as Retry-After says, then send the same request with the same key.',
  session_expired: 'Create a new session and send the shopper there.',
  session_canceled: 'Create a new session if the order still stands.',
  body_too_large:
    'Send less: the detail says how much. Send texts in UTF-8 without escapes; long ones belong in your own records.',
  unsupported_media_type: 'Send Content-Type: application/json, uncompressed.',
  validation_failed:
    'Correct what errors lists: every wrong value with its path and JSON pointer, all at once.',
  invalid_cursor:
    'Send the id or cursor that the page before ended with, to the same list with the same key; or leave it out, to begin again.',
  idempotency_key_reused:
    'Use a new key for each new request. The same key with another body is almost always a mistake.',
  seal_mismatch:
    'Send the envelope of the card frame of this session, with the installments and the Idempotency-Key that it was sealed for. A card that is encrypted to the processor alone is refused.',
  refund_exceeds_payment:
    'Read the session: amount less amountRefunded is the most that can still go back.',
  capture_exceeds_authorization:
    'Read the session: amountAuthorized is the most that can be captured. Take more with another session.',
  return_url_not_allowed:
    'Have the origin of the URL registered for your merchant, or use one that is.',
  rate_limited:
    'Wait as long as Retry-After says. RateLimit tells how much is left before it happens.',
  too_many_attempts: 'Let the shopper start again from your shop, with a new session.',
  internal_error:
    'Try again later, with the same Idempotency-Key. If it stays, tell us the requestId.',
  temporarily_unavailable:
    'Wait as long as Retry-After says, then send the same request with the same Idempotency-Key.',
  payments_unavailable:
    'No attempt was made, and no money was taken. Wait as long as Retry-After says, or offer another way to pay.',
}

/** Why a payment was declined, as a merchant may tell a shopper who asks. */
const DECLINE_ADVICE: Record<DeclineCode, string> = {
  card_declined: 'The bank said no without a reason. The shopper can ask it, or use another card.',
  insufficient_funds: 'The account or the limit does not cover the amount.',
  expired_card: 'The card has expired, or the date was mistyped.',
  incorrect_cvc: 'The security code was mistyped.',
  incorrect_number: 'The number belongs to no card. It was mistyped.',
  processing_error:
    'Something broke on the way to the bank. Nothing was taken; trying again helps.',
  lost_card: 'The card was reported lost. Do not tell the reason to whoever holds it.',
  stolen_card: 'The card was reported stolen. Do not tell the reason to whoever holds it.',
  suspected_fraud: 'The bank or the processor suspects fraud. Do not tell the reason.',
  authentication_failed: 'The shopper did not pass the challenge of their bank.',
  authentication_abandoned: 'The shopper left the challenge of their bank, or its time ran out.',
  pix_expired: 'The Pix code was not paid in time. A new one can be made.',
  boleto_expired: 'The boleto was not paid by its due date. A new one can be made.',
  replaced: 'The shopper turned to another way of paying, which took the place of this attempt.',
  issuer_unavailable: 'The bank of the card cannot be reached. Trying again in a while helps.',
  card_not_supported: 'Cards of this kind, or this purchase with them, are not accepted.',
  card_blocked: 'The bank has blocked the card, or wants it tried no more. The shopper can ask it.',
  limit_exceeded: 'A limit of the card, by amount or by number of payments, is reached.',
}

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

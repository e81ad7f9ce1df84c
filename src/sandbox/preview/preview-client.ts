import type { PageClient } from '#page/bff/page-client.ts'
import type { Checkout, CreatePaymentInput } from '#contract/checkout.ts'
import { PAYMENT_METHODS } from '#contract/payment.ts'
import type { SimulateCheckoutInput } from '#contract/sandbox-simulate.ts'
import { decodeComposition } from '#domain/composition-code.ts'
import { ended, paid } from './states/payments.ts'
import { AFTER_OUTCOME, AFTER_PAYING } from './states/methods/methods.ts'
import { redacted } from './states/read-state.ts'
import { refusal } from './states/refusals.ts'
import type { Answer, CheckoutState } from './states/state.ts'
import { findState } from './states/states.ts'
import { composeCheckout } from './compose-checkout.ts'
import { readPreviewReference } from './preview-reference.ts'
import { STAND_IN_PICTURE } from './stand-in-picture.ts'

/** Higher than that of every state, so that the page does not replace a response with an older read. */
const ACTION_VERSION = 9

type PreviewClient = PageClient

/** A stateless stand-in for the API: session and state are encoded in the reference. */
export function createPreviewClient({
  api,
  clock,
  awayUrl,
  bankUrl,
}: {
  /** Used for the key that cards are encrypted to, which only the processor has. */
  api: PreviewClient
  clock: () => Date
  awayUrl: string
  /** The bank's page, in the frame of a challenge. */
  bankUrl: string
}): PreviewClient {
  async function find(reference: string): Promise<{ state: CheckoutState; open: Checkout }> {
    const { state: name = '', code = '' } = readPreviewReference(reference) ?? {}
    const state = findState(name)
    const composition = await decodeComposition(code)
    if (state === undefined || composition === undefined) throw refusal(404, 'not_found')
    const composed = composeCheckout(composition, { now: clock(), awayUrl })
    if (!composed.ok) throw refusal(404, 'not_found')
    return { state, open: composed.checkout }
  }

  /** The response to an action: the state's own, else the usual one. */
  async function act(
    reference: string,
    usual: (open: Checkout, state: CheckoutState) => Answer,
  ): Promise<Checkout> {
    const { state, open } = await find(reference)
    const answer = orThrow(state.press?.(open) ?? usual(open, state))
    return { ...answer, version: ACTION_VERSION }
  }

  return {
    checkout: {
      async read(reference) {
        const { state, open } = await find(reference)
        return withBank(orThrow(state.read(open)), bankUrl)
      },
      // Unused: the preview's event stream is empty.
      changes: (options) => api.checkout.changes(options),
      pay: (reference, payment) => act(reference, (open) => afterPaying(open, payment)),
      completeAction: (reference) => act(reference, (open) => paid(open)),
      cancel: (reference) => act(reference, (open) => ended(open, 'canceled')),
      simulate: (reference, outcome) => act(reference, (open) => afterOutcome(open, outcome)),
      cardEncryptionKey: (options) => api.checkout.cardEncryptionKey(options),
      // Unused: the card frame's server does not read the seal of a preview.
      cardSeal: (reference, options) => api.checkout.cardSeal(reference, options),
      // The preview needs no sign-in, so it must not fetch images from addresses that its callers choose (SSRF).
      image: async () => STAND_IN_PICTURE,
    },
  }
}

function orThrow(answer: Answer): Checkout {
  const checkout = redacted(answer)
  if (checkout instanceof Error) throw checkout
  return checkout
}

/** Replaces the bank's address with one of ours, which the page may frame. */
function withBank(checkout: Checkout, url: string): Checkout {
  const { payment } = checkout
  if (payment?.action?.type !== 'challenge') return checkout
  return {
    ...checkout,
    challengeFrameOrigins: [new URL(url).origin],
    payment: { ...payment, action: { type: 'challenge', url } },
  }
}

/** The result of a payment. The body of the request has not been validated before. */
function afterPaying(open: Checkout, payment: CreatePaymentInput): Answer {
  if (!PAYMENT_METHODS.includes(payment.method)) return refusal(422, 'validation_failed')
  return AFTER_PAYING[payment.method](open, payment)
}

function afterOutcome(open: Checkout, simulated: SimulateCheckoutInput): Answer {
  if (!Object.hasOwn(AFTER_OUTCOME, simulated.outcome)) return refusal(422, 'validation_failed')
  return AFTER_OUTCOME[simulated.outcome](open, simulated)
}

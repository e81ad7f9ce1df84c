import type { SimulateCheckoutInput } from '#contract/sandbox-simulate.ts'
import type { PageClient } from './page-client.ts'
import type { Image } from '#contract/image.ts'
import type { Checkout, CreatePaymentInput, Returned } from '#contract/checkout.ts'

/** Short, because the shopper waits before an empty page. */
const READ_TIMEOUT_MS = 4000
/** Longer than the API's timeout for a processor. */
const PAY_TIMEOUT_MS = 13_000
/** Longer than the API's timeout for a merchant's server. */
const IMAGE_TIMEOUT_MS = 7000

/** The API calls that the page may make, each with its own timeout. */
export interface CheckoutCalls {
  read(reference: string): Promise<Checkout>
  /** Like `read`, for a browser that stays on the page: the API records that the page was opened. */
  follow(reference: string): Promise<Checkout>
  pay(reference: string, payment: unknown, idempotencyKey: string): Promise<Checkout>
  completeAction(reference: string, paymentId: string, returned?: Returned): Promise<Checkout>
  cancel(reference: string): Promise<Checkout>
  simulate(reference: string, outcome: unknown): Promise<Checkout>
  image(reference: string, name: string): Promise<Image>
}

export function createCheckoutCalls({ checkout }: PageClient): CheckoutCalls {
  return {
    read: (reference) => checkout.read(reference, { timeoutMs: READ_TIMEOUT_MS }),
    // These options request any version, without waiting.
    follow: (reference) =>
      checkout.read(reference, { afterVersion: 0, waitSeconds: 0, timeoutMs: READ_TIMEOUT_MS }),
    // The API validates the body: one place, one list of errors.
    pay: (reference, payment, idempotencyKey) =>
      checkout.pay(reference, payment as CreatePaymentInput, {
        idempotencyKey,
        timeoutMs: PAY_TIMEOUT_MS,
      }),
    completeAction: (reference, paymentId, returned) =>
      checkout.completeAction(reference, paymentId, { timeoutMs: PAY_TIMEOUT_MS, returned }),
    cancel: (reference) => checkout.cancel(reference, { timeoutMs: READ_TIMEOUT_MS }),
    simulate: (reference, outcome) =>
      checkout.simulate(reference, outcome as SimulateCheckoutInput, { timeoutMs: PAY_TIMEOUT_MS }),
    image: (reference, name) => checkout.image(reference, name, { timeoutMs: IMAGE_TIMEOUT_MS }),
  }
}

import type { CardDetails, CardEncryptionKey } from '#contract/checkout.ts'
import type { DeclineCode } from '#contract/payment.ts'
import type { ProcessorState } from '#domain/settle.ts'

/** A way to encrypt cards, and the settings by which an account takes it. */
export interface TrialSealing {
  settings: string
  key: CardEncryptionKey
}

interface CapturedPayment {
  paymentId: string
  state: ProcessorState
  facts: readonly ProcessorState[]
}

/** A refund that does not wait until its capture is confirmed, as the checkout's own do. */
interface EarlyRefund {
  /** The state of a refund that waits no more. */
  state: ProcessorState
  /** How it ended by its facts; undefined while they do not tell. */
  told(facts: readonly ProcessorState[]): string | undefined
}

/** What an account trial needs in order to try cards in a processor's test environment. */
export interface CardTrial {
  /** Is authorized at once. */
  card: CardDetails
  /** Names of holders that make the test environment decline, and the decline that each must lead to. */
  declines: readonly { holderName: string; declineCode: DeclineCode }[]
  /** The ways to encrypt, the account's own first. */
  sealings(): Promise<readonly TrialSealing[]>
  /** Pays by placeholders in clear, as the test environment takes them, and releases it. Resolves to what was answered. */
  payInClear?(paymentId: string): Promise<string>
  /** Its issuer asks the shopper first. */
  challengedCard?: CardDetails
  earlyRefund?: EarlyRefund
  /** What the facts of a captured and refunded payment say that no document does, by the name of the question. */
  settledBy?(payment: CapturedPayment): Readonly<Record<string, string>>
}

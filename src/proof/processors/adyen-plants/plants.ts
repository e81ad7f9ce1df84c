/** A fault in a file of the adapter, and the test beside it that must see it. */
export interface SourcePlant {
  name: string
  file: string
  /** What stands there once, and what stands there instead. */
  sound: string
  planted: string
  seenBy: string
}

/** The folder of the adapter. */
export const ADAPTER = 'src/server/processors/adyen'

/** The project whose tests run without a fault. */
export const SOUND = 'sound'

/** What a file of tests said in one project. */
export interface Verdict {
  project: string
  file: string
  tests: number
  failed: string[]
  /** Why the file could not be loaded. */
  errors: string[]
}

/** The faults that an adapter of Adyen has most likely. Those of the core are planted in the oracle's campaign. */
export const ADYEN_PLANTS: readonly SourcePlant[] = [
  {
    name: 'a cancellation alone is asked for, where the network takes money at once',
    file: 'reverse.ts',
    sound: "route: '/payments/{psp}/reversals'",
    planted: "route: '/cancels'",
    seenBy: 'cancel-payment.test.ts',
  },
  {
    name: '704, already processed or in progress, fails a payment',
    file: 'answer.ts',
    sound: ' && errorCode !== IN_PROGRESS',
    planted: '',
    seenBy: 'answer.test.ts',
  },
  {
    name: 'a refusal of what came back from a challenge fails the payment',
    file: 'complete-action.ts',
    sound: 'throw new ProcessorRefused(`POST ${ROUTE} was refused with ${answer.described}`)',
    planted: "return { status: 'failed', declineCode: 'processing_error' }",
    seenBy: 'complete-action.test.ts',
  },
  {
    name: 'a capture has the idempotency key of its payment',
    file: 'capture-payment.ts',
    sound: '`cap-${paymentId}`',
    planted: '`pay-${paymentId}`',
    seenBy: 'capture-payment.test.ts',
  },
  {
    name: 'an idempotency key changes with each request',
    file: 'create-payment.ts',
    sound: '`pay-${paymentId}`',
    planted: '`pay-${paymentId}-${Math.random()}`',
    seenBy: 'create-payment.test.ts',
  },
  {
    name: 'a capture is sent after Adyen may have forgotten its key',
    file: 'capture-payment.ts',
    sound:
      "  if (clock().getTime() - sentAt.getTime() >= KEY_KEPT_MS) return { status: 'pending' }\n",
    planted: '',
    seenBy: 'capture-payment.test.ts',
  },
  {
    name: 'a refund is sent before its capture is told',
    file: 'refund-payment.ts',
    sound: 'const isDue = isCaptureTold(known) ||',
    planted: 'const isDue = true ||',
    seenBy: 'refund-payment.test.ts',
  },
  {
    name: 'an item with a colon in a signed field is believed',
    file: 'read-notification.ts',
    sound: ' && !isAmbiguous(fields)',
    planted: '',
    seenBy: 'read-notification.test.ts',
  },
  {
    name: 'of several items the first alone is read',
    file: 'read-notification.ts',
    sound: 'data.notificationItems.map(',
    planted: 'data.notificationItems.slice(0, 1).map(',
    seenBy: 'read-notification.test.ts',
  },
  {
    name: '`success` is read as text alone',
    file: 'messages.ts',
    sound: "success: success === true || success === 'true'",
    planted: "success: success === 'true'",
    seenBy: 'read-notification.test.ts',
  },
  {
    name: 'an item of another merchant account is believed',
    file: 'read-notification.ts',
    sound: ' || data.merchantAccountCode !== merchantAccount',
    planted: '',
    seenBy: 'read-notification.test.ts',
  },
  {
    name: 'a webhook of the other environment is believed',
    file: 'read-notification.ts',
    sound: 'return isOfHere && !',
    planted: 'return !',
    seenBy: 'read-notification.test.ts',
  },
  {
    name: 'one forged item spoils the genuine ones beside it',
    file: 'read-notification.ts',
    sound: 'if (!read.some((',
    planted: 'if (!read.every((',
    seenBy: 'read-notification.test.ts',
  },
  {
    name: 'forgeries stop genuine webhooks, since their check counts as dear',
    file: 'adyen.ts',
    sound: 'verifiesCheaply: true',
    planted: 'verifiesCheaply: false',
    seenBy: 'adyen.test.ts',
  },
  {
    name: 'of several facts the one that arrived first counts',
    file: 'fold-payment.ts',
    sound: 'return facts.toSorted((one, other) => likeness(other) - likeness(one))',
    planted: 'return likeness === undefined ? [] : [...facts]',
    seenBy: 'fold-payment.test.ts',
  },
  {
    name: 'facts of one reference count as one',
    file: 'fold-payment.ts',
    sound: 'ProcessorInquiry {\n  const told = provenOnce(facts)\n',
    planted:
      'ProcessorInquiry {\n  const told = [...new Map(provenOnce(facts).map((fact) => [fact.psp, fact])).values()]\n',
    seenBy: 'fold-payment.test.ts',
  },
  {
    name: 'an authorisation that follows a refusal is not seen, and never released',
    file: 'fold-payment.ts',
    sound: '  if (ours !== undefined)\n',
    planted: "  if (ours !== undefined && !is('AUTHORISATION', false))\n",
    seenBy: 'fold-payment.test.ts',
  },
  {
    name: 'what is captured again after a failure is not given back',
    file: 'fold-payment.ts',
    sound: 'reinstatedMinor: againMinor + denied',
    planted: 'reinstatedMinor: denied',
    seenBy: 'fold-payment.test.ts',
  },
  {
    name: 'a refund that was made in the Customer Area is ignored',
    file: 'fold-payment.ts',
    sound: '    refundsElsewhere(known, facts, takenMinor),\n',
    planted: '',
    seenBy: 'fold-payment.test.ts',
  },
  {
    name: 'REFUND_FAILED is ignored',
    file: 'fold-refund.ts',
    sound: "'REFUND_FAILED', ",
    planted: '',
    seenBy: 'fold-refund.test.ts',
  },
  {
    name: 'a currency has the exponent of ISO 4217 where Adyen has another',
    file: 'amount.ts',
    sound: "  ['ISK', 2],\n",
    planted: '',
    seenBy: 'amount.test.ts',
  },
  {
    name: 'a depth of 30 bits, that of many screens, is sent as another',
    file: 'shopper.ts',
    sound: '32, 30, 24',
    planted: '32, 24',
    seenBy: 'shopper.test.ts',
  },
  {
    name: 'a redirect by POST is followed',
    file: 'payment-answer.ts',
    sound: " || action.method !== 'GET'",
    planted: '',
    seenBy: 'payment-answer.test.ts',
  },
  {
    name: 'a redirect to a foreign host is followed',
    file: 'redirect.ts',
    sound: "  if (url.protocol !== 'https:') return false\n",
    planted: '  if (url.host.length > 0) return true\n',
    seenBy: 'payment-answer.test.ts',
  },
]

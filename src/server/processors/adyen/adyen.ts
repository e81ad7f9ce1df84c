import type { Transport } from '../http/http.ts'
import { createHttpsTransport } from '../http/https-transport.ts'
import type { ProcessorContext } from '../load-processor.ts'
import type { KnownPayment, Processor, ProcessorInquiry } from '../processor.ts'
import { realTimer, type Timer } from '../time-out-calls.ts'
import type { Adapter } from './adapter.ts'
import { createApi } from './api.ts'
import { cancelPayment } from './cancel-payment.ts'
import { capturePayment } from './capture-payment.ts'
import { cardKeyOf } from './card-key.ts'
import { cardTrialOf } from './card-trial.ts'
import { certificatesOf, checksOf } from './checks.ts'
import { completeAction } from './complete-action.ts'
import { createPayment } from './create-payment.ts'
import { BASIS } from './document.ts'
import { factsAmong } from './facts.ts'
import { foldDisputes } from './fold-disputes.ts'
import { foldPayment, isFraudReported, isUnexplained } from './fold-payment.ts'
import { holdEnd } from './hold-end.ts'
import { readNotification } from './read-notification.ts'
import { createRefund, inquireRefund } from './refund-payment.ts'
import { releaseOthers } from './release-others.ts'
import { readAccount, type Account } from './settings.ts'

/** The dependencies that tests replace. */
export interface Deps {
  transport: Transport
  /** A clock that never goes back. */
  nowMs: () => number
  timer: Timer
}

const ANSWER_MIB_MAX = 1
const MINUTE_MS = 60_000

/**
 * Cards at Adyen, by its Checkout API v72: held first, and captured by a second request. Adyen cannot be asked what became of a
 * payment: its notifications tell. Throws `ProcessorNotLoaded` with every problem of the settings.
 */
export function createAdyen(
  context: ProcessorContext,
  {
    transport = createHttpsTransport({ answerMibMax: ANSWER_MIB_MAX }),
    nowMs = () => performance.now(),
    timer = realTimer,
  }: Partial<Deps> = {},
): Processor {
  const account = readAccount(context)
  const { clock, timeoutMs, notificationUrl, onUnknownField } = context
  const api = createApi({ account, transport, timeoutMs, nowMs, timer, onUnknownField })
  const adapter: Adapter = { account, api, clock }
  const cardKey = () => cardKeyOf(account, { transport, timeoutMs })
  return {
    name: context.account,
    methods: ['card'],
    cardEncryptionKey: cardKey,
    createPayment: (payment) => createPayment(adapter, payment),
    completeAction: (known, returned) => completeAction(adapter, known, returned),
    inquire: async (_, known) => inquire(adapter, known),
    cancelPayment: (_, known) => cancelPayment(adapter, known),
    releaseOthers: (known) => releaseOthers(adapter, known),
    capturePayment: (capture, known) => capturePayment(adapter, capture, known),
    createRefund: (refund, payment) => createRefund(adapter, refund, payment),
    inquireRefund: async (_, known) => inquireRefund(known),
    disputes: ({ facts }) => foldDisputes(factsAmong(facts)),
    isUnexplained: (known) => isUnexplained(known, factsAmong(known.facts)),
    isFraudReported: ({ facts }) => isFraudReported(factsAmong(facts)),
    readNotification: async (rawBody) => readNotification(rawBody, account),
    verifiesCheaply: true,
    isTold: true,
    giveUpUnseenAfterMs: account.giveUpAfterMinutes * MINUTE_MS,
    probe: () => probe(adapter),
    certificates: () => certificatesOf(account),
    dialect: { name: 'checkout-v72', isVerified: false, basis: BASIS },
    hosts: hostsOf(account),
    checks: checksOf({ account, api, cardKey, clock, notificationUrl }),
    // There are no test cards in production.
    ...(account.environment === 'sandbox' && {
      cardTrial: cardTrialOf(adapter, { transport, timeoutMs }),
    }),
  }
}

/** What facts prove; of a hold also until when it is captured. */
function inquire({ account, clock }: Adapter, known: KnownPayment): ProcessorInquiry {
  const told = foldPayment(known, factsAmong(known.facts))
  return told.status === 'authorized' ? { ...told, captureBefore: holdEnd(account, clock()) } : told
}

function hostsOf({ api, shopper, sealing }: Account): string[] {
  const addresses = sealing.from === 'clientKey' ? [api, shopper] : [api]
  return [...new Set(addresses.map((address) => new URL(address).host))]
}

/** Asks which methods there are: any answer will do, also a refusal. */
async function probe({ account: { merchantAccount }, api }: Adapter): Promise<void> {
  await api.start()({ route: '/paymentMethods', body: { merchantAccount } })
}

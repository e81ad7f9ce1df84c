import type { CardEncryptionKey } from '#contract/checkout.ts'
import type { DisputeStepKind } from '#contract/dispute-states.ts'
import { createAdyenFake } from '#sandbox/fakes/adyen/adyen-fake.ts'
import type { Control } from '#sandbox/fakes/adyen/control.ts'
import { otherMerchant, TEST_HMAC_KEY, testMerchant } from '#sandbox/fakes/adyen/merchants.ts'
import type { LedgerKind } from '#sandbox/fakes/adyen/records.ts'
import type { Variant } from '#sandbox/fakes/adyen/variant.ts'
import { createAdyen } from '#server/processors/adyen/adyen.ts'
import type {
  ConformanceDriver,
  LedgerEntry,
  SentNotification,
} from '#server/processors/conformance/driver.ts'
import { createDice } from '../../campaigns/shared/dice.ts'
import { checkFetch } from '../../documents/check-fetch.ts'
import { createAdyenValidator } from '../../documents/validate-adyen.ts'
import { CHALLENGED_VISA, VISA } from '../adyen-fake.ts'
import { settingsAtAdyen, SHOPPER_URL } from '../adyen/at-adyen.ts'
import { sealCard } from '../seal-card.ts'
import { createTestClock } from '../test-clock.ts'
import { transportOver } from './transport-over.ts'

const START = new Date('2026-11-20T15:00:00Z')
/** Longer than Adyen takes to process a request. */
const SETTLED_MS = 5_000
const RESOLUTION = 1_000_000
const WEBHOOK_URL = 'https://checkout.test/processor/notifications/conformance'

const KINDS: Readonly<Record<LedgerKind, LedgerEntry['kind']>> = {
  authorised: 'authorization',
  captured: 'capture',
  capture_failed: 'reversal',
  captured_again: 'reinstatement',
  cancelled: 'void',
  expired: 'void',
  refunded: 'refund',
  refund_failed: 'reinstatement',
  chargeback: 'reversal',
  chargeback_reversed: 'reinstatement',
  second_chargeback: 'reversal',
}

/** By which events Adyen tells of a step of a dispute. */
const EVENTS: Partial<Record<DisputeStepKind | 'of_tomorrow', string>> = {
  inquiry_opened: 'REQUEST_FOR_INFORMATION',
  notified: 'NOTIFICATION_OF_CHARGEBACK',
  chargeback: 'CHARGEBACK',
  evidence_supplied: 'INFORMATION_SUPPLIED',
  period_ended: 'DISPUTE_DEFENSE_PERIOD_ENDED',
  chargeback_reversed: 'CHARGEBACK_REVERSED',
  second_chargeback: 'SECOND_CHARGEBACK',
  of_tomorrow: 'DISPUTE_OF_TOMORROW',
}

/**
 * The adapter of Adyen at the fake in memory, as the conformance kit drives it. Its time passes only when something settles.
 * `faults` receives what of the requests and answers does not fit Adyen's documents.
 */
export function openAdyenDriver(variant: Partial<Variant> = {}, faults: string[] = []) {
  const time = createTestClock(START)
  const dice = createDice(1)
  const merchant = testMerchant()
  const fake = createAdyenFake({
    merchants: [merchant, otherMerchant()],
    clock: () => time.now(),
    random: () => dice.below(RESOLUTION) / RESOLUTION,
    shopperUrl: SHOPPER_URL,
    notify: async () => new Response(null, { status: 204 }),
    wait: async () => undefined,
    hang: async () => new Response(null, { status: 504 }),
    variant,
  })
  const { control } = fake
  const { account: merchantAccount } = merchant
  control.putWebhook({ url: WEBHOOK_URL, hmacKey: TEST_HMAC_KEY, merchantAccount })
  const settings = settingsAtAdyen()
  const disputes = new Map<string, string>()
  let signed = 0
  const seal = (number: string) => (key: CardEncryptionKey) =>
    sealCard(key, number, {}, control.now())

  return {
    settings,
    secrets: [settings.apiKey, ...settings.hmacKeys],
    customer: { email: 'canary@shopper.test', name: 'Maria Canária', taxId: '11144477735' },
    clock: () => control.now(),
    fetch: checkFetch(fake.fetch, { validator: createAdyenValidator(), basePath: '/v72', faults }),
    createProcessor: (context) => createAdyen(context, { transport: transportOver(context.fetch) }),
    sealCard: seal(VISA),
    challenge: {
      sealCard: seal(CHALLENGED_VISA),
      async pass({ action }) {
        const address = action?.type === 'challenge' ? action.url : ''
        const back = control.answer(address, 'pass') ?? ''
        return Object.fromEntries(URL.parse(back)?.searchParams ?? [])
      },
    },
    // Who pays by card has paid with the authorisation.
    pay: async () => false,
    async reverse({ paymentId }, value) {
      disputes.set(paymentId, control.dispute(paymentId, { eventCode: 'CHARGEBACK', value }))
    },
    async reinstate({ paymentId }, value) {
      const dispute = disputes.get(paymentId)
      control.dispute(paymentId, {
        eventCode: 'CHARGEBACK_REVERSED',
        value,
        ...(dispute !== undefined && { pspReference: dispute }),
      })
    },
    async dispute({ paymentId }, step) {
      const eventCode = EVENTS[step]
      if (eventCode === undefined) return false
      const dispute = disputes.get(paymentId)
      const named = { eventCode, ...(dispute !== undefined && { pspReference: dispute }) }
      disputes.set(paymentId, control.dispute(paymentId, named))
      return true
    },
    async expire({ paymentId }) {
      control.expire(paymentId)
    },
    async captureFails({ paymentId }) {
      control.failCapture(paymentId)
    },
    async returnRefund(_, refundId) {
      control.returnRefund(refundId)
    },
    settle: () => control.advance(SETTLED_MS),
    ledger: async (paymentId) => ledgerOf(control, paymentId),
    notifications: async () => control.sent().map(({ body }) => ({ rawBody: body })),
    sign: (rawBody) => signedText(control, { rawBody, number: (signed += 1) }),
    close: async () => undefined,
  } satisfies ConformanceDriver
}

function ledgerOf(control: Control, paymentId: string): LedgerEntry[] {
  return control
    .ledger()
    .filter(({ reference }) => reference === paymentId)
    .map(({ kind, amount }) => ({ kind: KINDS[kind], amountMinor: amount.value }))
}

/** A webhook is signed again; any other text is what a genuine event calls itself and its payment. */
function signedText(
  control: Control,
  { rawBody, number }: { rawBody: string; number: number },
): SentNotification {
  const signed = control.sign(rawBody, TEST_HMAC_KEY)
  if (signed !== rawBody) return { rawBody: signed }
  const item = {
    pspReference: `SIGNED${String(number).padStart(10, '0')}`,
    merchantAccountCode: testMerchant().account,
    merchantReference: rawBody,
    amount: { currency: 'BRL', value: 1 },
    eventCode: rawBody,
    success: 'true',
  }
  const body = { live: 'false', notificationItems: [{ NotificationRequestItem: item }] }
  return { rawBody: control.sign(JSON.stringify(body), TEST_HMAC_KEY) }
}

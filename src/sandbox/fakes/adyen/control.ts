import type { BadDays } from './bad-days.ts'
import type { Adyen } from './deps.ts'
import { bookedOf, type Booked } from './ledger.ts'
import {
  closeOffer,
  disputeStep,
  expire,
  failCapture,
  failRefund,
  type DisputeStep,
} from './network.ts'
import { answerChallenge } from './payments.ts'
import type {
  Choice,
  DisputeEvent,
  LedgerEntry,
  Modification,
  ModificationKind,
  Payment,
  Webhook,
} from './records.ts'
import type { Sent } from './send-webhooks.ts'
import { pspReference } from './ids.ts'
import { queueItem, signBody } from './tell.ts'

/** A challenge as its page shows it. */
export interface ShownChallenge {
  payment: Payment
  /** The name of the merchant. */
  merchantName: string
  isOpen: boolean
}

/** Plays shoppers, the network and time towards the fake, for tests, demonstrations and campaigns. A payment is named by either of its references. */
export interface Control {
  /** A challenge by its address, or by what names it there. */
  challenge(address: string): ShownChallenge | undefined
  /** The shopper answers a challenge. Returns where the browser goes; undefined where it stays. */
  answer(address: string, choice: Choice, resultLength?: number): string | undefined
  /** Registers a webhook as the Customer Area does; a second one for the same address replaces it. */
  putWebhook(webhook: Webhook): void
  /** The network takes the latest capture of a payment back. */
  failCapture(payment: string): void
  /** The money of a refund, by its psp reference or the merchant's, comes back. */
  returnRefund(refund: string, eventCode?: 'REFUND_FAILED' | 'REFUNDED_REVERSED'): void
  /** A step of a dispute. Returns the dispute's reference. */
  dispute(payment: string, step: DisputeStep): string
  /** The time of a hold, or of a challenge, is over. */
  expire(payment: string): void
  /**
   * Simulates an attack: another customer of Adyen aims its own webhook at a URL, about a payment with this reference. It is
   * genuine, and signed with that customer's key.
   */
  aimForeignWebhook(attack: { url: string; reference: string; value: number }): void
  plan: BadDays['plan']
  /** Lets time pass, and does what is due by then. */
  advance(durationMs: number): Promise<void>
  runDue(): Promise<void>
  now(): Date
  payments(): Payment[]
  payment(payment: string): Payment | undefined
  modifications(kind?: ModificationKind): Modification[]
  booked(payment: string): Booked
  /** Holds and money, oldest first. */
  ledger(): LedgerEntry[]
  /** Events of disputes, oldest first. */
  disputeSteps(): DisputeEvent[]
  /** How much is still to come: webhooks, and what happens to payments later. */
  left(): number
  /** The requests of webhooks since the start, as they were sent. */
  sent(): readonly Sent[]
  /** The body with each item signed by the key. */
  sign(body: string, hmacKey: string): string
}

const FOREIGN_KEY = 'FF'.repeat(32)

export function createControl(adyen: Adyen, sent: readonly Sent[]): Control {
  const { tables, runDue } = adyen
  const find = (reference: string) =>
    tables.payments.get(reference) ??
    adyen.merchants
      .flatMap(({ account }) => tables.payments.where('reference', `${account} ${reference}`))
      .map(([, payment]) => payment)
      .at(-1)
  const known = (reference: string) => {
    const payment = find(reference)
    if (payment === undefined) throw new RangeError(`there is no payment ${reference}`)
    return payment
  }
  const modificationsOf = (kind?: ModificationKind) =>
    tables.modifications.all().filter((one) => kind === undefined || one.kind === kind)
  const offered = (address: string) => {
    const id = URL.parse(address)?.searchParams.get('redirectData') ?? address
    return tables.payments.where('offer', id)[0]?.[1]
  }

  return {
    challenge(address) {
      const payment = offered(address)
      if (payment === undefined) return undefined
      const { name = '' } =
        adyen.merchants.find(({ account }) => account === payment.merchantAccount) ?? {}
      const isOpen = payment.offer?.choice === undefined && payment.result === undefined
      return { payment, merchantName: name, isOpen }
    },
    answer(address, choice, resultLength) {
      const payment = offered(address)
      return payment && answerChallenge(adyen, payment, choice, resultLength)
    },
    putWebhook: (webhook) =>
      tables.webhooks.put(`${webhook.merchantAccount} ${webhook.url}`, webhook),
    failCapture(reference) {
      const { pspReference: psp } = known(reference)
      const captures = tables.modifications.where('payment', psp).map(([, one]) => one)
      const capture = captures.findLast(
        ({ kind, outcome }) => kind === 'capture' && outcome?.isDone,
      )
      if (capture === undefined) throw new RangeError(`nothing of ${reference} is captured`)
      failCapture(adyen, capture)
    },
    returnRefund(reference, eventCode = 'REFUND_FAILED') {
      const refund = modificationsOf('refund').find(
        (one) => one.pspReference === reference || one.reference === reference,
      )
      if (refund?.outcome?.isDone !== true) throw new RangeError(`no refund ${reference} is made`)
      failRefund(adyen, refund, eventCode)
    },
    dispute: (reference, step) => disputeStep(adyen, known(reference), step),
    expire(reference) {
      const payment = known(reference)
      if (payment.result === undefined) closeOffer(adyen, payment)
      else expire(adyen, payment)
    },
    aimForeignWebhook({ url, reference, value }) {
      const webhook = { url, hmacKey: FOREIGN_KEY, merchantAccount: 'SomebodyElse' }
      tables.webhooks.put(`SomebodyElse ${url}`, webhook)
      queueItem(adyen, webhook, {
        eventCode: 'CAPTURE',
        pspReference: pspReference(adyen.random),
        originalReference: pspReference(adyen.random),
        merchantAccountCode: 'SomebodyElse',
        merchantReference: reference,
        amount: { currency: 'BRL', value },
        success: true,
        reason: '',
        eventDate: adyen.clock().toISOString(),
        additionalData: {},
      })
    },
    plan: (kind, day, where) => adyen.badDays.plan(kind, day, where),
    async advance(durationMs) {
      const aheadMs = (tables.settings.get('clock')?.aheadMs ?? 0) + durationMs
      tables.settings.put('clock', { aheadMs })
      await runDue()
    },
    runDue,
    now: adyen.clock,
    payments: () => tables.payments.all(),
    payment: find,
    modifications: modificationsOf,
    booked: (reference) => bookedOf(adyen, known(reference)),
    ledger: () => tables.ledger.all(),
    disputeSteps: () => tables.disputeEvents.all(),
    left() {
      const untold = tables.notifications.all().filter(({ isDelivered }) => !isDelivered)
      const due = tables.jobs.all().filter(({ kind, pspReference: psp }) => {
        const payment = tables.payments.get(psp)
        if (payment === undefined) return true
        if (kind === 'close offer') return payment.result === undefined
        return kind !== 'expire' || bookedOf(adyen, payment).openValue > 0
      })
      return untold.length + due.length
    },
    sent: () => sent,
    sign: signBody,
  }
}

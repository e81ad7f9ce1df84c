import type { StandingWord } from '#contract/dashboard/standing-words.ts'
import type {
  Explanation,
  SayKey,
  Timeline,
  TimelineDelivery,
  TimelineDispute,
  TimelineHold,
  TimelinePayment,
  TimelineRefund,
  TimelineValue,
  VerdictKey,
} from '#contract/dashboard/timeline.ts'
import { isOpenDispute } from './dispute.ts'
import { METHODS } from './methods/methods.ts'
import { isLive } from './payment-state.ts'
import { isKept, isTakenBack } from './standing.ts'
import { isRefundHeld, refundedOf, standingOfMoney, takenBackNow } from './timeline-standing.ts'

type Values = Record<string, TimelineValue>
type Next = Explanation['next']

interface Part {
  verdict: { key: VerdictKey; values: Values }[]
  say: { key: SayKey; values: Values }[]
  /** The next step that this part requires; undefined: none. */
  next?: Next
}

/**
 * Explains what became of a session: a verdict for the person at the dashboard, what to say to the shopper, and the next step
 * with its acts. The result has no language: a sentence is a key with values.
 */
export function explainPayment(timeline: Timeline): Explanation {
  const parts = [
    ...explainMoney(timeline),
    explainDisputes(timeline),
    ...explainFraud(timeline),
    explainRefunds(timeline),
    explainNotice(timeline),
  ]
  return {
    verdict: parts.flatMap(({ verdict }) => verdict),
    say: parts.flatMap(({ say }) => say),
    // Steps about the money come before steps about the merchant's webhook endpoint.
    next: parts.find(({ next }) => next !== undefined)?.next ?? NOTHING,
  }
}

const NOTHING: Next = { key: 'nothing', values: {}, acts: [] }

const waitFor = (key: Next['key'], values: Values = {}): Next => ({ key, values, acts: [] })

/** Explains the payment that is live, pays the session or came last, and every payment whose money was taken and is not kept. */
function explainMoney(timeline: Timeline): Part[] {
  const { payments, session } = timeline
  const notKept = payments
    .filter(
      (payment) =>
        payment.captured.amount > 0 && !isLive(payment.status) && !isKept(session.status, payment),
    )
    .map((payment) => explainNotKept(timeline, payment))
  // A session has at most one live payment, and at most one that succeeded.
  const live = payments.find(({ status }) => isLive(status))
  if (live !== undefined) return [explainLive(live), ...notKept]
  const paid = paidOf(timeline)
  if (paid !== undefined) return [explainPaid(timeline, paid), ...notKept]
  const last = payments.at(-1)
  if (last === undefined) return [explainUntried(session)]
  return notKept.length > 0 ? [...notKept, explainEnd(session)] : [explainDecline(session, last)]
}

function explainLive(payment: TimelinePayment): Part {
  const values = {
    amount: moneyOf(payment),
    method: methodOf(payment),
    at: time(payment.createdAt),
  }
  switch (payment.status) {
    case 'amount_mismatch': {
      const captured = takenOf(payment)
      return {
        verdict: [{ key: 'mismatch', values: { captured, amount: values.amount } }],
        say: [{ key: 'mismatch', values: { captured, amount: values.amount } }],
        next: {
          key: 'decide_amount',
          values: { captured },
          acts: [
            { act: 'payment.accept', subject: payment.id },
            { act: 'payment.refuse', subject: payment.id },
          ],
        },
      }
    }
    case 'unknown':
      return alike('unknown', values, waitFor('wait_for_processor'))
    case 'requires_action': {
      const key = METHODS[payment.method].paysLater ? 'waits_for_transfer' : 'waits_for_bank'
      return alike(key, values, waitFor('wait_for_shopper'))
    }
    case 'authorized':
      return payment.captureMethod === 'manual' && payment.hold !== null
        ? explainHeld(payment, payment.hold)
        : alike('in_progress', values, waitFor('wait_for_processor'))
    case 'created':
    case 'processing':
    case 'succeeded':
    case 'failed':
    case 'voided':
      return alike('in_progress', values, waitFor('wait_for_processor'))
  }
}

/** The amount is held: the merchant decides, or has decided and the processor has not answered yet. */
function explainHeld(payment: TimelinePayment, hold: TimelineHold): Part {
  const { currency, id } = payment
  const inMoney = (amount: number) => moneyOf({ amount, currency })
  const values = {
    amount: inMoney(hold.amount),
    method: methodOf(payment),
    at: time(hold.authorizedAt),
    before: time(hold.captureBefore),
  }
  const say: Part['say'] = [{ key: hold.intent === 'void' ? 'voided' : 'authorized', values }]
  const held = { key: 'authorized', values } as const
  if (hold.intent !== null) {
    const asked =
      hold.intent === 'capture'
        ? ({
            key: 'capture_waits',
            values: { amount: inMoney(hold.capture ?? hold.amount) },
          } as const)
        : ({ key: 'void_waits', values } as const)
    return { verdict: [held, asked], say, next: waitFor('wait_for_processor') }
  }
  const refused =
    hold.captureFailedAt === null
      ? []
      : [
          {
            key: 'capture_refused',
            values: {
              amount: inMoney(hold.refused ?? hold.amount),
              at: time(hold.captureFailedAt),
            },
          } as const,
        ]
  return {
    verdict: [held, ...refused, { key: 'authorized_ends', values }],
    say,
    next: {
      key: 'capture_or_void',
      values,
      acts: [
        { act: 'payment.capture', subject: id },
        { act: 'payment.void', subject: id },
      ],
    },
  }
}

/** The payment that pays the session. */
function paidOf({ payments, session }: Timeline): TimelinePayment | undefined {
  return payments.find((payment) => isKept(session.status, payment))
}

function explainPaid(timeline: Timeline, payment: TimelinePayment): Part {
  const { refunds, session } = timeline
  const { currency } = payment.captured
  const given = refundedOf(refunds, payment, 'succeeded')
  const values = {
    amount: takenOf(payment),
    method: methodOf(payment),
    at: time(payment.paidAt ?? payment.succeededAt ?? payment.updatedAt),
    refunded: moneyOf({ amount: given, currency }),
    reversed: moneyOf({ amount: takenBackNow(payment), currency }),
    reinstated: moneyOf({ amount: payment.reinstated, currency }),
  }
  const { word } = standingOfMoney(timeline, payment)
  if (isTakenBack(word)) {
    const told = { key: word === 'taken_back' ? word : 'partly_taken_back', values } as const
    const also = given > 0 ? [{ key: 'also_refunded', values } as const] : []
    return {
      verdict: [told, ...whyTakenBack(timeline, payment), ...also],
      say: [told, ...also],
      ...takenBackNext(timeline, payment, values),
    }
  }
  const key = paidKey(word)
  const rest = restOfHold(payment)
  const again = payment.reinstated > 0 ? [{ key: 'reinstated', values } as const] : []
  const isLate = key === 'paid' && session.paidLate
  return {
    verdict: [{ key: isLate ? 'paid_late' : key, values }, ...again, ...rest],
    say: [{ key, values }, ...rest],
  }
}

/** While a dispute is open, it says what is next. */
function takenBackNext(
  { disputes }: Timeline,
  { id }: TimelinePayment,
  values: Values,
): Pick<Part, 'next'> {
  const states = disputes.filter(({ paymentId }) => paymentId === id).map(({ status }) => status)
  if (states.some(isOpenDispute)) return {}
  return { next: waitFor(states.includes('lost') ? 'decide_order_lost' : 'decide_order', values) }
}

/** Disputes, oldest first. */
function explainDisputes({ disputes }: Timeline): Part {
  const open = disputes.filter(({ status }) => isOpenDispute(status))
  const first = open.find(({ status }) => status === 'needs_response') ?? open[0]
  return {
    verdict: disputes.flatMap((dispute) => explainDispute(dispute).verdict),
    say: first === undefined ? [] : [{ key: 'disputed', values: {} }],
    ...(first !== undefined && { next: explainDispute(first).next }),
  }
}

function explainDispute(dispute: TimelineDispute): Pick<Part, 'verdict'> & { next: Next } {
  const { status, stage, respondBy, respondByIsProven, closedAt } = dispute
  const values: Values = {
    disputed: moneyOf(dispute),
    ...(respondBy !== null && { by: time(respondBy) }),
    ...(closedAt !== null && { at: time(closedAt) }),
  }
  switch (status) {
    case 'needs_response':
      return {
        verdict: [
          { key: stage === 'inquiry' ? 'dispute_inquiry' : 'dispute_open', values },
          { key: deadlineKey(respondBy, respondByIsProven), values },
        ],
        next: waitFor(answerKey(stage, respondBy), values),
      }
    case 'under_review':
      return {
        verdict: [
          { key: 'dispute_open', values },
          { key: 'dispute_under_review', values },
        ],
        next: waitFor('wait_for_dispute'),
      }
    case 'won':
    case 'lost':
      return { verdict: [{ key: `dispute_${status}`, values }], next: NOTHING }
  }
}

/** What banks reported as fraud. Who gives the money back before it is disputed may be spared that. */
function explainFraud({ payments, session, disputes, refunds }: Timeline): Part[] {
  return payments.flatMap((payment) => {
    if (payment.fraudReportedAt === null) return []
    const values = { at: time(payment.fraudReportedAt) }
    const canSpare =
      isKept(session.status, payment) &&
      leftOf(payment, refunds) > 0 &&
      !disputes.some(({ paymentId }) => paymentId === payment.id)
    return {
      verdict: [{ key: 'fraud_reported', values }],
      say: [],
      ...(canSpare && {
        next: {
          key: 'check_order',
          values,
          acts: [{ act: 'refund.create', subject: payment.id }],
        },
      }),
    }
  })
}

function deadlineKey(respondBy: string | null, isProven: boolean): VerdictKey {
  if (respondBy === null) return 'dispute_no_deadline'
  return isProven ? 'dispute_due_proven' : 'dispute_due'
}

function answerKey(stage: TimelineDispute['stage'], respondBy: string | null): Next['key'] {
  if (stage === 'inquiry') return 'answer_inquiry'
  return respondBy === null ? 'answer_dispute_soon' : 'answer_dispute'
}

/** Why money was taken back last, where the processor said so. */
function whyTakenBack({ events }: Timeline, { id }: TimelinePayment) {
  const last = events.findLast(
    ({ type, paymentId }) => type === 'payment.reversed' && paymentId === id,
  )
  if (last === undefined || last.reversalKind === null) return []
  const values = { reversal: { kind: 'reversal', code: last.reversalKind } } as const
  return [{ key: 'taken_back_why', values } as const]
}

/** What was held beyond what was captured, and was released with the capture. */
function restOfHold({ captureMethod, hold, captured, currency }: TimelinePayment) {
  if (captureMethod !== 'manual' || hold === null || captured.amount >= hold.amount) return []
  const values = {
    held: moneyOf({ amount: hold.amount, currency }),
    rest: moneyOf({ amount: hold.amount - captured.amount, currency }),
  }
  return [{ key: 'rest_released', values } as const]
}

function paidKey(word: StandingWord): 'paid' | 'partly_refunded' | 'refunded' {
  if (word === 'refunded') return word
  return word === 'partially_refunded' ? 'partly_refunded' : 'paid'
}

/** The last payment failed or was released, and no money was taken. */
function explainDecline(session: Timeline['session'], payment: TimelinePayment): Part {
  const values = {
    amount: moneyOf(payment),
    method: methodOf(payment),
    at: time(payment.updatedAt),
    decline: { kind: 'decline', code: payment.declineCode ?? 'processing_error' } as const,
  }
  const end = explainEnd(session)
  if (payment.status === 'voided') {
    const held = moneyOf({
      amount: payment.hold?.amount ?? payment.amount,
      currency: payment.currency,
    })
    const voided = {
      key: 'voided',
      values: { ...values, amount: held, at: time(payment.hold?.releasedAt ?? payment.updatedAt) },
    } as const
    return { ...end, verdict: [voided, ...end.verdict], say: [voided, ...end.say] }
  }
  return {
    ...end,
    verdict: [{ key: 'declined', values }, ...end.verdict],
    say: [{ key: 'declined', values }, ...end.say],
  }
}

/** Money was taken and is not kept: it is owed back, was given back, or was taken back by a bank. */
function explainNotKept(timeline: Timeline, payment: TimelinePayment): Part {
  const { refunds } = timeline
  const { amount, currency } = payment.captured
  const { isOwed } = payment
  const reversed = takenBackNow(payment)
  const values = {
    amount: takenOf(payment),
    at: time(payment.updatedAt),
    method: methodOf(payment),
    reversed: moneyOf({ amount: reversed, currency }),
  }
  const told: { key: SayKey & VerdictKey; values: Values }[] = []
  if (reversed > 0) told.push({ key: 'reversed', values })
  const why = reversed > 0 ? whyTakenBack(timeline, payment) : []
  // What is settled outside of the processor is given back, too.
  const rest = amount - reversed
  const owed = isOwed ? rest - refundedOf(refunds, payment, 'succeeded') : 0
  const isHeld = isRefundHeld(payment, refunds)
  if (owed > 0)
    told.push({
      key: isHeld ? 'owed_held' : 'owed',
      values: { ...values, amount: moneyOf({ amount: owed, currency }) },
    })
  else if (rest > 0)
    told.push({
      key: 'given_back',
      values: { ...values, amount: moneyOf({ amount: rest, currency }) },
    })
  return {
    verdict: [{ key: 'money_not_kept', values }, ...told, ...why],
    say: told,
    ...(owed > 0 && { next: isHeld ? giveBack(payment) : waitFor('wait_for_refund') }),
  }
}

function giveBack({ id: subject }: TimelinePayment): Next {
  return {
    key: 'give_back',
    values: {},
    acts: [
      { act: 'refund.retry', subject },
      { act: 'refund.paid', subject },
    ],
  }
}

/** A session without any payment. */
function explainUntried(session: Timeline['session']): Part {
  const end = explainEnd(session)
  const untried = { key: 'untried', values: { at: time(session.expiresAt) } } as const
  // Without `openedAt` the page may still have been opened, by a browser without scripts: nothing is said about it.
  const opened =
    session.openedAt === null
      ? []
      : [{ key: 'opened', values: { at: time(session.openedAt) } } as const]
  return session.status === 'open'
    ? { ...end, verdict: [untried, ...opened], say: [{ key: 'untried', values: {} }] }
    : {
        ...end,
        verdict: [...end.verdict, ...opened],
        say: [{ key: 'not_paid', values: {} }, ...end.say],
      }
}

/** Whether an unpaid session can still be paid. `complete` cannot occur: such a session has a payment that succeeded. */
function explainEnd({ status, canceledAt, expiresAt }: Timeline['session']): Part {
  if (status === 'open')
    return {
      verdict: [],
      say: [{ key: 'try_again', values: {} }],
      next: waitFor('wait_for_shopper'),
    }
  return {
    verdict: [
      status === 'canceled'
        ? { key: 'canceled', values: { at: time(canceledAt ?? expiresAt) } }
        : { key: 'expired', values: { at: time(expiresAt) } },
    ],
    say: [{ key: 'ended', values: {} }],
    next: waitFor('new_session'),
  }
}

/**
 * Pending refunds, failed refunds that are the last of their payment, unless its money is owed and refunded again, and refunds
 * that came back and that no later one replaces. A refund is made again only of money that is still there and is kept.
 */
function explainRefunds({ refunds, payments, session }: Timeline): Part {
  const part: Part = { verdict: [], say: [] }
  for (const refund of refunds) {
    const values = { amount: moneyOf(refund), at: time(refund.updatedAt) }
    const payment = payments.find(({ id }) => id === refund.paymentId)
    const isOwed = payment?.isOwed === true
    if (refund.status === 'pending') {
      part.verdict.push({ key: 'refund_pending', values })
      part.say.push({ key: 'refund_pending', values })
      part.next ??= waitFor('wait_for_refund')
    } else if (
      refund.status === 'reversed'
        ? !isReplaced(refund, refunds)
        : refund.status === 'failed' && isLastOf(refund, refunds) && !isOwed
    ) {
      const key = refund.status === 'reversed' ? 'refund_came_back' : 'refund_failed'
      part.verdict.push({ key, values })
      if (payment === undefined || leftOf(payment, refunds) < refund.amount) continue
      if (key === 'refund_came_back' && !isKept(session.status, payment)) continue
      part.say.push({ key, values })
      part.next ??= {
        key: 'refund_again',
        values,
        acts: [{ act: 'refund.create', subject: refund.paymentId }],
      }
    }
  }
  return part
}

function isLastOf({ id, paymentId }: TimelineRefund, refunds: readonly TimelineRefund[]): boolean {
  return refunds.findLast((other) => other.paymentId === paymentId)?.id === id
}

/** Whether another refund was asked for since this one came back, and did not fail. */
function isReplaced(
  { paymentId, updatedAt }: TimelineRefund,
  refunds: readonly TimelineRefund[],
): boolean {
  return refunds.some(
    (other) =>
      other.paymentId === paymentId &&
      (other.status === 'pending' || other.status === 'succeeded') &&
      Date.parse(other.createdAt) > Date.parse(updatedAt),
  )
}

/** What neither went back nor is on its way back. */
function leftOf(payment: TimelinePayment, refunds: readonly TimelineRefund[]): number {
  const gone = refundedOf(refunds, payment, 'succeeded') + refundedOf(refunds, payment, 'pending')
  return payment.captured.amount - gone - takenBackNow(payment)
}

/**
 * Whether the merchant was notified: of `session.completed` while the merchant has the money, else of the latest event. Only then
 * the shopper is told, too: who got the money back must not hear that the shop has it, or that nothing is left to pay.
 */
function explainNotice(timeline: Timeline): Part {
  const { events, merchant, session } = timeline
  const isPaid = isPaidFor(timeline)
  const event =
    (isPaid ? events.findLast(({ type }) => type === 'session.completed') : undefined) ??
    events.at(-1)
  if (event === undefined) return { verdict: [{ key: 'nothing_to_tell', values: {} }], say: [] }
  // A delivery that succeeded counts, even if a later replay failed.
  const delivery =
    event.deliveries.findLast(({ status }) => status === 'succeeded') ?? event.deliveries.at(-1)
  if (delivery === undefined && session.isNeverSent)
    return { verdict: [{ key: 'never_sent', values: {} }], say: [] }
  if (delivery === undefined)
    return {
      verdict: [{ key: 'no_endpoint', values: {} }],
      say: [],
      next: {
        key: merchant.endpoint === 'none' ? 'set_endpoint' : 'send_again',
        values: {},
        acts: [
          merchant.endpoint === 'none'
            ? { act: 'callback.set', subject: merchant.id }
            : { act: 'event.replay', subject: event.id },
        ],
      },
    }
  return explainDelivery(delivery, { merchantId: merchant.id, isPaid })
}

/** Whether the session is paid, banks took nothing back, and not all of the money goes back by refunds. */
function isPaidFor(timeline: Timeline): boolean {
  const paid = paidOf(timeline)
  if (paid === undefined) return false
  const { word } = standingOfMoney(timeline, paid)
  const hasMoney = word === 'paid' || word === 'reinstated' || word === 'partially_refunded'
  return hasMoney && leftOf(paid, timeline.refunds) > 0
}

function explainDelivery(
  delivery: TimelineDelivery,
  { merchantId, isPaid }: { merchantId: string; isPaid: boolean },
): Part {
  const last = delivery.attempts.at(-1)
  const values: Values = {
    tries: { kind: 'count', count: delivery.attempts.length },
    at: time(last?.startedAt ?? delivery.createdAt),
    answer: { kind: 'answer', statusCode: last?.statusCode ?? null, error: last?.error ?? null },
    next: time(delivery.nextAttemptAt ?? delivery.createdAt),
  }
  const notTold: Part['say'] = isPaid ? [{ key: 'paid_not_told', values }] : []
  switch (delivery.status) {
    case 'succeeded':
      return {
        verdict: [{ key: delivery.attempts.length > 1 ? 'told_after_tries' : 'told', values }],
        say: isPaid ? [{ key: 'paid_and_told', values }] : [],
      }
    case 'pending':
      return {
        verdict: [{ key: last === undefined ? 'about_to_tell' : 'failing', values }],
        say: notTold,
        next: waitFor('wait_for_delivery', values),
      }
    case 'exhausted':
      return {
        verdict: [{ key: 'given_up', values }],
        say: notTold,
        next: {
          key: 'send_again',
          values,
          acts: [{ act: 'delivery.replay', subject: delivery.id }],
        },
      }
    case 'disabled':
      return {
        verdict: [{ key: 'held', values }],
        say: notTold,
        next: {
          key: 'set_endpoint',
          values,
          acts: [{ act: 'callback.set', subject: merchantId }],
        },
      }
  }
}

/** A part whose verdict and words to the shopper have one key. */
function alike(key: SayKey & VerdictKey, values: Values, next: Next): Part {
  return { verdict: [{ key, values }], say: [{ key, values }], next }
}

function moneyOf({ amount, currency }: { amount: number; currency: string }): TimelineValue {
  return { kind: 'money', amount, currency }
}

function takenOf({ captured }: TimelinePayment): TimelineValue {
  return moneyOf(captured)
}

function methodOf({ method }: TimelinePayment): TimelineValue {
  return { kind: 'method', method }
}

function time(at: string): TimelineValue {
  return { kind: 'time', at }
}

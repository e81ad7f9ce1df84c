import { isDeepStrictEqual } from 'node:util'
import type { Books, PaymentRow, RefundRow, SessionRow } from './books.ts'
import { readBodies, type ParsedEvent } from './event-body.ts'
import { findings, type Violation } from './violation.ts'

/** I3: every change has exactly one event, and the events of a session count from 1 without gaps. */
export function judgeEvents({ sessions, payments, refunds, events }: Books): Violation[] {
  const { found, report } = findings('I3')
  const bySession = Map.groupBy(readBodies(events), ({ sessionId }) => sessionId)
  for (const session of sessions) {
    const own = bySession.get(session.id) ?? []
    const sequences = own.map(({ sequence }) => sequence)
    if (sequences.some((sequence, index) => sequence !== index + 1))
      report(`the events of a session count ${sequences.join(' ')}`, session)
    if (session.eventSequence !== own.length)
      report(`a session of ${session.eventSequence} events has ${own.length}`, session)
    for (const event of own)
      if (
        event.parsed.id !== event.id ||
        event.parsed.type !== event.type ||
        event.parsed.sequence !== event.sequence ||
        event.parsed.data.session?.id !== session.id
      )
        report('a body does not match its event', event)
    const ofSession = payments.filter(({ sessionId }) => sessionId === session.id)
    const refunded = refunds.filter(({ sessionId }) => sessionId === session.id)
    const expected = [
      ...endsOf(session),
      ...ofSession.flatMap(outcomesOf),
      ...ofSession.map(reversalsOf),
      ...ofSession.map(reinstatementsOf),
      ...ofSession.flatMap(holdsOf),
    ]
    for (const refund of refunded)
      for (const what of refundFaults(own, refund)) report(what, refund, session)
    for (const what of fallenTotals(own)) report(what, session)
    for (const { what, least, most, isOne } of expected) {
      const matching = own.filter(isOne)
      if (matching.length < least || matching.length > most)
        report(
          `${what} was published ${matching.length} times`,
          session,
          ...matching.map(withoutBody),
        )
    }
  }
  for (const id of bySession.keys())
    if (id !== null && !sessions.some((session) => session.id === id))
      report(
        'events of a session that does not exist',
        ...(bySession.get(id) ?? []).map(withoutBody),
      )
  return found
}

interface Expected {
  what: string
  least: number
  most: number
  isOne: (event: ParsedEvent) => boolean
}

function endsOf({ status, paidLate }: SessionRow): Expected[] {
  const ended = (name: string) => (event: ParsedEvent) => event.type === `session.${name}`
  const times = (name: string) => (status === name ? 1 : 0)
  return [
    {
      what: 'a completion',
      least: times('complete'),
      most: times('complete'),
      isOne: ended('completed'),
    },
    {
      what: 'an end without payment',
      least: status === 'open' || (status === 'complete' && !paidLate) ? 0 : 1,
      most: status === 'open' || (status === 'complete' && !paidLate) ? 0 : 1,
      isOne: (event) => ended('expired')(event) || ended('canceled')(event),
    },
    { what: 'an expiry', least: times('expired'), most: 1, isOne: ended('expired') },
    { what: 'a cancellation', least: times('canceled'), most: 1, isOne: ended('canceled') },
  ]
}

function outcomesOf(payment: PaymentRow): Expected[] {
  const { amountMinor, captureMinor, capturedMinor, capturedCurrency } = payment
  const isAsAsked = capturedMinor === (captureMinor ?? amountMinor) && capturedCurrency === null
  return capturedMinor === 0 || isAsAsked ? outcomesAsAsked(payment) : outcomesOfOther(payment)
}

/** Events about money that was taken back: each increase is published, so there is at least one if any was taken back. */
function reversalsOf({ id, reversedMinor }: PaymentRow): Expected {
  const isReversed = reversedMinor > 0
  return {
    what: 'what was taken back',
    least: isReversed ? 1 : 0,
    most: isReversed ? Infinity : 0,
    isOne: publishedOf(id, 'payment.reversed'),
  }
}

function reinstatementsOf({ id, reinstatedMinor }: PaymentRow): Expected {
  const isReinstated = (reinstatedMinor ?? 0) > 0
  return {
    what: 'what was reinstated',
    least: isReinstated ? 1 : 0,
    most: isReinstated ? Infinity : 0,
    isOne: publishedOf(id, 'payment.reinstated'),
  }
}

/** A hold that its merchant captures has one event when it begins, and one when it is released. */
function holdsOf({ id, status, captureMethod, late }: PaymentRow): Expected[] {
  const isManual = captureMethod === 'manual'
  const isReleased = status === 'voided'
  return [
    {
      what: 'a hold',
      least: isManual && (status === 'authorized' || isReleased) ? 1 : 0,
      most: isManual ? 1 : 0,
      isOne: publishedOf(id, 'payment.authorized'),
    },
    {
      what: 'a release',
      least: isReleased ? 1 : 0,
      most: isReleased || late ? 1 : 0,
      isOne: publishedOf(id, 'payment.voided'),
    },
  ]
}

function outcomesOfOther({ id, status, late }: PaymentRow): Expected[] {
  const succeeded = status === 'succeeded' ? 1 : 0
  const isLateAndRefused = status === 'failed' && late
  return [
    {
      what: 'another amount',
      least: isLateAndRefused ? 0 : 1,
      most: Infinity,
      isOne: publishedOf(id, 'payment.amount_mismatch'),
    },
    {
      what: 'a success',
      least: succeeded,
      most: succeeded,
      isOne: publishedOf(id, 'payment.succeeded'),
    },
  ]
}

function publishedOf(id: string, ...types: string[]) {
  return ({ type, parsed }: ParsedEvent) => types.includes(type) && parsed.data.payment?.id === id
}

function outcomesAsAsked({ id, status, capturedMinor, late }: PaymentRow): Expected[] {
  const published = (...types: string[]) => ({ isOne: publishedOf(id, ...types) })
  const isMoney = capturedMinor > 0
  const failed = status === 'failed' && !isMoney ? 1 : 0
  return [
    {
      what: 'a failure',
      least: failed,
      most: isMoney && !late ? 0 : 1,
      ...published('payment.failed'),
    },
    { what: 'late money', least: 0, most: isMoney && late ? 1 : 0, ...published('payment.late') },
    {
      what: 'a success',
      least: 0,
      most: isMoney && status === 'succeeded' ? 1 : 0,
      ...published('payment.succeeded'),
    },
    {
      what: 'money',
      least: isMoney ? 1 : 0,
      most: isMoney ? 2 : 0,
      ...published('payment.succeeded', 'payment.late'),
    },
  ]
}

/** A refund fails once, or succeeds; what succeeded may come back, and be sent after all. */
function* refundFaults(own: readonly ParsedEvent[], { id, status }: RefundRow) {
  const published = own
    .filter(({ type, parsed }) => type.startsWith('refund.') && parsed.data.refund?.id === id)
    .map(({ type }) => type.slice('refund.'.length))
  const legal =
    published.length === 1 && published[0] === 'failed'
      ? ['failed']
      : published.map((_, index) => (index % 2 === 0 ? 'succeeded' : 'reversed'))
  if (!isDeepStrictEqual(published, legal))
    yield `a refund was published as ${published.join(', then ')}`
  if (status !== 'pending' && published.at(-1) !== status)
    yield `a refund that is ${status} was last published as ${published.at(-1) ?? 'nothing'}`
  if (status === 'pending' && published.length > 0)
    yield `a refund that is pending was published as ${published.join(', then ')}`
}

/** A total of what was taken back or reinstated never falls. */
function* fallenTotals(own: readonly ParsedEvent[]) {
  const totals = new Map<string, number>()
  for (const { parsed } of own) {
    const { payment } = parsed.data
    if (payment === undefined) continue
    for (const name of ['amountReversed', 'amountReinstated'] as const) {
      const before = totals.get(`${payment.id} ${name}`) ?? 0
      const now = payment[name] ?? before
      if (now < before) yield `${name} of a payment fell from ${before} to ${now}`
      totals.set(`${payment.id} ${name}`, now)
    }
  }
}

function withoutBody({ id, type, sequence }: ParsedEvent) {
  return { id, type, sequence }
}

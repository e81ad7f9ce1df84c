import type {
  Timeline,
  TimelineEvent,
  TimelineLine,
  TimelinePayment,
} from '#contract/dashboard/timeline.ts'

type Line = Partial<TimelineLine> & Pick<TimelineLine, 'at' | 'lane' | 'kind' | 'subject'>

/** What happened to a session, oldest first, in the lanes of shopper, processor and shop. */
export function timelineLines(timeline: Timeline): TimelineLine[] {
  const lines = [
    ...linesOfSession(timeline),
    ...linesOfPayments(timeline),
    ...linesOfRefunds(timeline),
    ...timeline.events.flatMap(linesOfDeliveries),
    ...linesOfEntries(timeline),
  ]
  return lines
    .map((line) => ({ what: null, outcome: null, money: null, durationMs: null, ...line }))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

function linesOfSession({ session, events }: Timeline): Line[] {
  const { id: subject, amount, currency } = session
  return [
    {
      at: session.createdAt,
      lane: 'shop',
      kind: 'session_created',
      subject,
      what: session.orderReference,
      money: { amount, currency },
    },
    ...(session.openedAt === null
      ? []
      : [{ at: session.openedAt, lane: 'shopper', kind: 'page_opened', subject } as const]),
    ...events
      .filter(({ type }) => type === 'session.expired' || type === 'session.canceled')
      .map(
        ({ createdAt: at, type: what }) =>
          ({ at, lane: 'shopper', kind: 'session_ended', subject, what }) as const,
      ),
  ]
}

function linesOfPayments({ payments, told, events }: Timeline): Line[] {
  return [
    ...payments.map(
      ({ id: subject, createdAt: at, method: what, amount, currency }) =>
        ({
          at,
          lane: 'shopper',
          kind: 'payment_started',
          subject,
          what,
          money: { amount, currency },
        }) as const,
    ),
    ...told.map(
      ({ at, paymentId: subject }) =>
        ({ at, lane: 'processor', kind: 'processor_told', subject }) as const,
    ),
    ...events
      .filter(({ paymentId, refundId }) => paymentId !== null && refundId === null)
      .filter(({ type }) => /^(?:payment|dispute)\./.test(type) && !OF_HOLDS.has(type))
      .map((event) => changeOfPayment(event, payments)),
    ...payments.flatMap(linesOfHold),
    ...payments.flatMap(({ id: subject, fraudReportedAt: at }) =>
      at === null ? [] : [{ at, lane: 'processor', kind: 'fraud_reported', subject } as const],
    ),
  ]
}

/** Events whose lines are made from the hold itself, which also tells of holds without an event. */
const OF_HOLDS: ReadonlySet<string> = new Set([
  'payment.authorized',
  'payment.voided',
  'payment.capture_failed',
])

function linesOfHold({ id: subject, currency, hold }: TimelinePayment): Line[] {
  if (hold === null) return []
  const inMoney = (amount: number) => ({ amount, currency })
  const lines: (Omit<Line, 'at' | 'subject'> & { at: string | null })[] = [
    {
      at: hold.authorizedAt,
      lane: 'processor',
      kind: 'payment_authorized',
      money: inMoney(hold.amount),
    },
    {
      at: hold.captureAskedAt,
      lane: 'shop',
      kind: 'capture_asked',
      money: inMoney(hold.capture ?? hold.refused ?? hold.amount),
    },
    {
      at: hold.captureFailedAt,
      lane: 'processor',
      kind: 'capture_changed',
      money: inMoney(hold.refused ?? hold.amount),
    },
    { at: hold.releasedAt, lane: 'processor', kind: 'voided', what: hold.voidReason },
  ]
  return lines.flatMap(({ at, ...line }) => (at === null ? [] : [{ ...line, at, subject }]))
}

function changeOfPayment(
  { createdAt: at, type: what, paymentId, id, reversalKind }: TimelineEvent,
  payments: Timeline['payments'],
): Line {
  const payment = payments.find((known) => known.id === paymentId)
  return {
    at,
    lane: 'processor',
    kind: 'payment_changed',
    subject: paymentId ?? id,
    what,
    outcome: what === 'payment.failed' ? (payment?.declineCode ?? null) : reversalKind,
  }
}

function linesOfRefunds({ refunds, events }: Timeline): Line[] {
  return [
    ...refunds.map(
      ({ id: subject, createdAt: at, amount, currency }) =>
        ({ at, lane: 'shop', kind: 'refund_asked', subject, money: { amount, currency } }) as const,
    ),
    ...events
      .filter(({ refundId }) => refundId !== null)
      .map(
        ({ createdAt: at, type: what, refundId, id }) =>
          ({
            at,
            lane: 'processor',
            kind: 'refund_changed',
            subject: refundId ?? id,
            what,
          }) as const,
      ),
  ]
}

/** A line for each delivery attempt of an event, or one line for an event that was never sent. */
function linesOfDeliveries({ id, createdAt, type: what, deliveries }: TimelineEvent): Line[] {
  const sent = deliveries.flatMap(({ id: subject, attempts }) =>
    attempts.map(
      ({ startedAt: at, statusCode, error, durationMs }) =>
        ({
          at,
          lane: 'shop',
          kind: 'sent',
          subject,
          what,
          outcome: statusCode?.toString() ?? error,
          durationMs,
        }) as const,
    ),
  )
  return sent.length > 0
    ? sent
    : [{ at: createdAt, lane: 'shop', kind: 'published', subject: id, what }]
}

function linesOfEntries({ acts }: Timeline): Line[] {
  return acts.map(({ at, subject, action: what, actor: outcome }) => ({
    at,
    lane: 'shop',
    kind: 'act',
    subject,
    what,
    outcome,
  }))
}

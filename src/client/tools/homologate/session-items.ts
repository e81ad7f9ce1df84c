import type { SimulateInput } from '#contract/sandbox-simulate.ts'
import type { Session } from '#contract/session.ts'
import { isCheckoutError } from '../../errors.ts'
import type { ItemId } from '../readiness/go-live/items.ts'
import { failed, judgeDelivered, type ItemJudgement } from '../readiness/go-live/judge-item.ts'
import type { Evidence, ReportItem } from '../readiness/go-live/report.ts'
import { TOOL_KEY_PREFIX } from '../tool-key.ts'
import { deliverSession } from './deliver.ts'
import { itemOf, watching, type Rehearsal } from './rehearsal.ts'
import { watchEvent, watchSession } from './watch-deliveries.ts'

const AMOUNT_MINOR = 12_345

/** Applies an outcome to a new session and watches the deliveries of its events. */
interface Scenario {
  id: ItemId
  methods: ('card' | 'pix')[]
  outcome: SimulateInput
  /** Event types that must be delivered. */
  types: (session: Session) => string[]
  /** A further check of the session; returns its failure. */
  isWrong?: (session: Session) => string | undefined
}

const DECLINED: Scenario = {
  id: 'declined',
  methods: ['card'],
  outcome: { outcome: 'decline', declineCode: 'insufficient_funds' },
  types: () => ['payment.failed'],
  isWrong: ({ status }) =>
    status === 'open' ? undefined : `The session did not stay open: it is ${status}.`,
}
const EXPIRED: Scenario = {
  id: 'expired',
  methods: ['card'],
  outcome: { outcome: 'expire' },
  types: () => ['session.expired'],
}
const LATE_PIX: Scenario = {
  id: 'late-pix',
  methods: ['pix'],
  outcome: { outcome: 'pix_paid_late' },
  types: ({ paidLate }) => ['payment.late', paidLate ? 'session.completed' : 'refund.succeeded'],
}

/** Runs the checklist's items that need a session. */
export async function sessionItems(
  rehearsal: Rehearsal,
  log: (text: string) => void,
): Promise<{ items: ReportItem[]; paid: Session }> {
  const items: ReportItem[] = []
  const add = (item: ReportItem) => {
    items.push(item)
    log(`${item.title}: ${item.verdict}.`)
  }
  const paid = await create(rehearsal, 'paid', ['card'])
  await rehearsal.client.sandbox.simulate(paid.id, { outcome: 'pay' })
  const evidence = await seen(rehearsal, items, { sessionId: paid.id, types: PAID_TYPES })
  add(itemOf('paid', judgeDelivered(PAID_TYPES, evidence), evidence))

  for (const scenario of [DECLINED, EXPIRED]) add(await play(rehearsal, scenario, items))
  add(await refund(rehearsal, paid.id, items))
  add(paid.currency === 'BRL' ? await play(rehearsal, LATE_PIX, items) : withoutPix())

  const completed = evidence.find(({ what }) => what === 'session.completed')?.eventId ?? undefined
  add(await duplicate(rehearsal, { sessionId: paid.id, eventId: completed }, items))
  return { items, paid }
}

/** What became of the events: of the checkout's deliveries, or of this run's own. */
function seen(
  rehearsal: Rehearsal,
  soFar: readonly ReportItem[],
  events: { sessionId: string; types: readonly string[] },
): Promise<Evidence[]> {
  const { sessionId, types } = events
  return rehearsal.to === undefined
    ? watchSession(watching(rehearsal, soFar), sessionId, types)
    : deliverSession(rehearsal, rehearsal.to, events)
}

const PAID_TYPES = ['payment.succeeded', 'session.completed']

async function create(
  { client, merchantId, run, made, to }: Rehearsal,
  name: ItemId,
  paymentMethods: Scenario['methods'],
): Promise<Session> {
  const session = await client.sessions.create(
    {
      merchantId,
      amount: AMOUNT_MINOR,
      orderReference: `${run}-${name}`,
      description: 'Made by checkout homologate',
      paymentMethods,
      metadata: { madeBy: 'checkout homologate', run, item: name },
      ...(to !== undefined && { sandbox: { deliveries: 'none' } }),
    },
    { idempotencyKey: `${TOOL_KEY_PREFIX}${run}-${name}` },
  )
  made.push(session.id)
  return session
}

async function play(
  rehearsal: Rehearsal,
  { id, methods, outcome, types, isWrong }: Scenario,
  soFar: readonly ReportItem[],
): Promise<ReportItem> {
  const { id: sessionId } = await create(rehearsal, id, methods)
  const session = await rehearsal.client.sandbox.simulate(sessionId, outcome)
  const expected = types(session)
  const evidence = await seen(rehearsal, soFar, { sessionId, types: expected })
  const wrong = isWrong?.(session)
  const judgement: ItemJudgement =
    wrong === undefined
      ? judgeDelivered(expected, evidence)
      : failed(wrong, 'This is a fault of the checkout: tell its maintainers.')
  return itemOf(id, judgement, evidence)
}

async function refund(
  rehearsal: Rehearsal,
  sessionId: string,
  soFar: readonly ReportItem[],
): Promise<ReportItem> {
  await rehearsal.client.sessions.refund(sessionId, { reason: 'Made by checkout homologate' })
  const expected = ['refund.succeeded']
  const evidence = await seen(rehearsal, soFar, { sessionId, types: expected })
  return itemOf('refunded', judgeDelivered(expected, evidence), evidence)
}

async function duplicate(
  rehearsal: Rehearsal,
  { sessionId, eventId }: { sessionId: string; eventId: string | undefined },
  soFar: readonly ReportItem[],
): Promise<ReportItem> {
  if (eventId === undefined)
    return itemOf('duplicate', failed('There was nothing to send again.', 'Mend the first item.'))
  const types = ['session.completed']
  if (rehearsal.to !== undefined) {
    const again = await deliverSession(rehearsal, rehearsal.to, { sessionId, types })
    return itemOf('duplicate', judgeDelivered(types, again), again)
  }
  try {
    await rehearsal.client.events.replay(eventId)
  } catch (error) {
    if (!isCheckoutError(error)) throw error
    return itemOf('duplicate', failed(error.detail, 'Set a callback, or enable it again.'))
  }
  const evidence = await watchEvent(watching(rehearsal, soFar), eventId)
  return itemOf('duplicate', judgeDelivered(types, evidence), evidence)
}

function withoutPix(): ReportItem {
  return itemOf('late-pix', {
    verdict: 'note',
    came: 'The merchant is not paid in BRL, and Pix is.',
    mend: null,
  })
}

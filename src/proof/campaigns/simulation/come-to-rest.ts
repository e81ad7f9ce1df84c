import { ENDED } from '#server/database/payments/payment-states.ts'
import { simulate } from './actions.ts'
import { takeTurn } from './background.ts'
import { ask } from './client.ts'
import type { NetworkLeft } from './network.ts'
import { deliverLate, settle } from './settle.ts'
import { create, type Purchase } from './purchase.ts'
import type { Stage } from './stage.ts'

export const TURNS = [
  'the processor works',
  'resolve',
  'release holds',
  'finish intents',
  'finish refunds',
  'decide mismatches',
  'expire',
  'set callback again',
  'send again',
  'deliver',
] as const
/** Short steps first, then days: a boleto's expiry, the last attempts of a delivery. */
const ADVANCES_MS = [31_000, 61_000, 31_000, 1_800_000]
const ADVANCE_LATER_MS = 13 * 3_600_000
const TURNS_MAX = 24
/** Disputes go on for two months. */
const ADVANCE_LAST_MS = 4 * 86_400_000
const TURNS_OF_DISPUTES_MAX = 40
/** Movements are compared once they have had time to settle. */
const SETTLED_MS = 31 * 60_000

/** What is left to do. */
interface Left extends NetworkLeft {
  sessions: number
  payments: number
  /** Captures and releases that the processor has yet to confirm. */
  intents: number
  /** Payments with a scheduled inquiry at the processor, decided or not. */
  inquiries: number
  refunds: number
  deliveries: number
  /** Merchants with a disabled webhook endpoint. */
  disabled: number
  /** Exhausted deliveries, to be resent. */
  givenUp: number
  /** Payments whose money is owed back, and does not wait for a person. */
  debts: number
}

const LEFT = `select
    (select count(*)::int from sessions where status = 'open' and merchant_id = any ($1::uuid[])) as sessions,
    (select count(*)::int from payments p join sessions s on s.id = p.session_id
     where p.status not in (${ENDED}) and s.merchant_id = any ($1::uuid[])) as payments,
    (select count(*)::int from payments p join sessions s on s.id = p.session_id
     where p.intent is not null and s.merchant_id = any ($1::uuid[])) as intents,
    (select count(*)::int from payments p join sessions s on s.id = p.session_id
     where p.next_inquiry_at is not null and s.merchant_id = any ($1::uuid[])) as inquiries,
    (select count(*)::int from refunds r join sessions s on s.id = r.session_id
     where (r.status = 'pending' or r.next_inquiry_at is not null) and s.merchant_id = any ($1::uuid[])) as refunds,
    (select count(*)::int from deliveries
     where status in ('pending', 'disabled') and merchant_id = any ($1::uuid[])) as deliveries,
    (select count(*)::int from merchants where callback_disabled_at is not null and id = any ($1::uuid[])) as disabled,
    (select count(*)::int from deliveries d where d.status = 'exhausted' and d.merchant_id = any ($1::uuid[])
     and not exists (select from deliveries later where later.event_id = d.event_id and later.id > d.id)) as "givenUp",
    (select count(*)::int from payments p join sessions s on s.id = p.session_id
     where p.refund_owed_at is not null and (to_jsonb(p) ->> 'refund_held_at') is null and s.merchant_id = any ($1::uuid[])) as debts`

/** Whether a turn may have work, whether it is due or not, and including work that earlier turns create. */
const MAY_WORK: Partial<Record<string, (left: Left) => boolean>> = {
  'the processor works': ({ undue, unsent, undecided }) => undue + unsent + undecided.length > 0,
  resolve: ({ inquiries }) => inquiries > 0,
  'release holds': ({ payments }) => payments > 0,
  'finish intents': ({ intents, payments, undue, unsent }) =>
    intents + payments + undue + unsent > 0,
  'finish refunds': ({ refunds, payments, debts, undue, unsent }) =>
    refunds + payments + debts + undue + unsent > 0,
  'decide mismatches': ({ payments }) => payments > 0,
  expire: ({ sessions }) => sessions > 0,
  'set callback again': ({ disabled }) => disabled > 0,
  'send again': ({ givenUp }) => givenUp > 0,
}

function isDone(left: Left): boolean {
  const { sessions, payments, intents, inquiries, refunds, deliveries, givenUp } = left
  const { undue, unsent } = left
  const ours = sessions + payments + intents + inquiries + refunds + deliveries + givenUp
  return ours + undue + unsent === 0
}

/** Ends all faults, retries unanswered requests, and advances the clock until nothing is left to do. */
export async function comeToRest(stage: Stage, purchases: readonly Purchase[]): Promise<void> {
  const { dice, clock, scheduler, network } = stage
  stage.heal()
  await scheduler.run()
  // Some late requests arrive after their sender gave up.
  if (dice.chance(0.5)) await deliverLate(stage)
  clock.advance(ADVANCES_MS[0] ?? 0)
  for (const purchase of purchases) await retryRequests(stage, purchase)
  let left = await look(stage)
  let isCompared = false
  const isLast = (turn: number) => turn >= TURNS_MAX
  const mayGoOn = (turn: number) => left.unsent + left.inquiries > 0 && turn < TURNS_OF_DISPUTES_MAX
  for (let turn = 0; !isLast(turn) || mayGoOn(turn); turn++) {
    for (const id of left.undecided)
      await settle(stage, [simulate(stage, id, dice.pick(['pay', 'decline']))])
    for (const name of TURNS)
      if (turn === 0 || (MAY_WORK[name]?.(left) ?? true))
        await settle(stage, [takeTurn(stage, name)])
    await deliverLate(stage)
    left = await look(stage)
    // The simulator refuses the refunds of some payers for ever: their debts remain.
    const isPaid = left.debts === 0 || network.books() === undefined
    if (isDone(left) && isPaid) {
      if (isCompared || network.reports === undefined) return
      // The worker reconciles every ten minutes: a look-up may have lagged behind the last webhook.
      isCompared = true
      clock.advance(SETTLED_MS)
      await settle(stage, [takeTurn(stage, 'reconcile')])
      left = await look(stage)
      if (isDone(left)) return
    }
    clock.advance(ADVANCES_MS[turn] ?? (isLast(turn) ? ADVANCE_LAST_MS : ADVANCE_LATER_MS))
  }
}

async function look({ world, network, merchants }: Stage): Promise<Left> {
  const ids = merchants.map(({ id }) => id)
  const [left] = await world.observe<Left>(LEFT, [ids])
  if (left === undefined) throw new Error('PostgreSQL answered nothing')
  return { ...left, ...(await network.left(ids)) }
}

/** Clients retry with the same key until they get a response. */
async function retryRequests(stage: Stage, purchase: Purchase): Promise<void> {
  if (stage.dice.chance(0.3)) return
  await settle(stage, [create(stage, purchase)])
  for (const asked of purchase.asked) await settle(stage, [ask(stage, asked)])
}

import { simulate } from './actions.ts'
import { takeTurn } from './background.ts'
import { ask } from './client.ts'
import { deliverLate, settle } from './settle.ts'
import { create, type Purchase } from './purchase.ts'
import type { Stage } from './stage.ts'

export const TURNS = [
  'the processor works',
  'resolve',
  'finish refunds',
  'expire',
  'set callback again',
  'send again',
  'deliver',
] as const
/** Short steps first, then days: a boleto's expiry, the last attempts of a delivery. */
const ADVANCES_MS = [31_000, 61_000, 31_000, 1_800_000]
const ADVANCE_LATER_MS = 13 * 3_600_000
const TURNS_MAX = 24

/** What is left to do. */
interface Left {
  sessions: number
  payments: number
  /** Payments with a scheduled inquiry at the processor, decided or not. */
  inquiries: number
  refunds: number
  deliveries: number
  /** Merchants with a disabled webhook endpoint. */
  disabled: number
  /** Exhausted deliveries, to be resent. */
  givenUp: number
  /** Payments and refunds that the processor decides later by itself. */
  undue: number
  /** Notifications that the processor has yet to send. */
  unsent: number
  /** Payments that are undecided at the processor. */
  undecided: string[]
}

const LEFT = `select
    (select count(*)::int from sessions where status = 'open' and merchant_id = any ($1::uuid[])) as sessions,
    (select count(*)::int from payments p join sessions s on s.id = p.session_id
     where p.status not in ('succeeded', 'failed') and s.merchant_id = any ($1::uuid[])) as payments,
    (select count(*)::int from payments p join sessions s on s.id = p.session_id
     where p.next_inquiry_at is not null and s.merchant_id = any ($1::uuid[])) as inquiries,
    (select count(*)::int from refunds r join sessions s on s.id = r.session_id
     where r.status = 'pending' and s.merchant_id = any ($1::uuid[])) as refunds,
    (select count(*)::int from deliveries
     where status in ('pending', 'disabled') and merchant_id = any ($1::uuid[])) as deliveries,
    (select count(*)::int from merchants where callback_disabled_at is not null and id = any ($1::uuid[])) as disabled,
    (select count(*)::int from deliveries d where d.status = 'exhausted' and d.merchant_id = any ($1::uuid[])
     and not exists (select from deliveries later where later.event_id = d.event_id and later.id > d.id)) as "givenUp",
    (select count(*)::int from simulator.payments where due_at is not null and merchant_id = any ($1::uuid[]))
  + (select count(*)::int from simulator.refunds r join simulator.payments p on p.id = r.payment_id
     where r.due_at is not null and p.merchant_id = any ($1::uuid[])) as undue,
    (select count(*)::int from simulator.notifications n join simulator.payments p on p.id = n.payment_id
     where n.delivered_at is null and p.merchant_id = any ($1::uuid[])) as unsent,
    array(select id from simulator.payments where is_silent and merchant_id = any ($1::uuid[]) order by id) as undecided`

/** Turns with possible work, due or not, also such as earlier turns create. */
const MAY_WORK: Partial<Record<string, (left: Left) => boolean>> = {
  'the processor works': ({ undue, unsent, undecided }) => undue + unsent + undecided.length > 0,
  resolve: ({ inquiries }) => inquiries > 0,
  'finish refunds': ({ refunds, payments, undue, unsent }) =>
    refunds + payments + undue + unsent > 0,
  expire: ({ sessions }) => sessions > 0,
  'set callback again': ({ disabled }) => disabled > 0,
  'send again': ({ givenUp }) => givenUp > 0,
}

function isDone({ sessions, payments, refunds, deliveries, givenUp, unsent }: Left): boolean {
  return sessions + payments + refunds + deliveries + givenUp + unsent === 0
}

/** Ends all faults, retries unanswered requests, and advances the clock until nothing is left to do. */
export async function comeToRest(stage: Stage, purchases: readonly Purchase[]): Promise<void> {
  const { dice, clock, scheduler } = stage
  stage.heal()
  await scheduler.run()
  // Some late requests arrive after their sender gave up.
  if (dice.chance(0.5)) await deliverLate(stage)
  clock.advance(ADVANCES_MS[0] ?? 0)
  for (const purchase of purchases) await retryRequests(stage, purchase)
  let left = await look(stage)
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    for (const id of left.undecided)
      await settle(stage, [simulate(stage, id, dice.pick(['pay', 'decline']))])
    for (const name of TURNS)
      if (turn === 0 || (MAY_WORK[name]?.(left) ?? true))
        await settle(stage, [takeTurn(stage, name)])
    await deliverLate(stage)
    left = await look(stage)
    if (isDone(left)) return
    clock.advance(ADVANCES_MS[turn] ?? ADVANCE_LATER_MS)
  }
}

async function look({ world, merchants }: Stage): Promise<Left> {
  const [left] = await world.observe<Left>(LEFT, [merchants.map(({ id }) => id)])
  if (left === undefined) throw new Error('PostgreSQL answered nothing')
  return left
}
/** Clients retry with the same key until they get a response. */
async function retryRequests(stage: Stage, purchase: Purchase): Promise<void> {
  if (stage.dice.chance(0.3)) return
  await settle(stage, [create(stage, purchase)])
  for (const asked of purchase.asked) await settle(stage, [ask(stage, asked)])
}

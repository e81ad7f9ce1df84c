import { simulate } from './actions.ts'
import { takeTurn } from './background.ts'
import { ask } from './client.ts'
import { deliverLate, settle } from './settle.ts'
import { create, type Shopping } from './shopping.ts'
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
/** At first what is young, then what waits for days: a boleto, the last tries of a delivery. */
const ADVANCES_MS = [31_000, 61_000, 31_000, 1_800_000]
const ADVANCE_LATER_MS = 13 * 3_600_000
const TURNS_MAX = 24

const WAITING = `select
    (select count(*) from sessions where status = 'open' and merchant_id = any ($1::uuid[]))
  + (select count(*) from deliveries where status in ('pending', 'disabled') and merchant_id = any ($1::uuid[]))
  + (select count(*) from deliveries d where d.status = 'exhausted' and d.merchant_id = any ($1::uuid[])
     and not exists (select from deliveries later where later.event_id = d.event_id and later.id > d.id))
  + (select count(*) from payments p join sessions s on s.id = p.session_id
     where p.status not in ('succeeded', 'failed') and s.merchant_id = any ($1::uuid[]))
  + (select count(*) from refunds r join sessions s on s.id = r.session_id
     where r.status = 'pending' and s.merchant_id = any ($1::uuid[]))
  + (select count(*) from simulator.notifications n join simulator.payments p on p.id = n.payment_id
     where n.delivered_at is null and p.merchant_id = any ($1::uuid[])) as count`
const UNDECIDED = `select id from simulator.payments where is_silent and merchant_id = any ($1::uuid[]) order by id`

/** Ends all faults, asks again what was not answered, and lets time pass until nothing is left to do. */
export async function comeToRest(stage: Stage, shoppings: readonly Shopping[]): Promise<void> {
  const { dice, clock, scheduler, merchants, world } = stage
  stage.heal()
  await scheduler.run()
  // Some of what is late comes after it was given up.
  if (dice.chance(0.5)) await deliverLate(stage)
  const ids = merchants.map(({ id }) => id)
  clock.advance(ADVANCES_MS[0] ?? 0)
  for (const shopping of shoppings) await askAgain(stage, shopping)
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    for (const { id } of await world.observe<{ id: string }>(UNDECIDED, [ids]))
      await settle(stage, [simulate(stage, id, dice.pick(['pay', 'decline']))])
    for (const name of TURNS) await settle(stage, [takeTurn(stage, name)])
    await deliverLate(stage)
    const [waiting] = await world.observe<{ count: string }>(WAITING, [ids])
    if (waiting?.count === '0') return
    clock.advance(ADVANCES_MS[turn] ?? ADVANCE_LATER_MS)
  }
}

/** Patient clients ask again with the same key until they are answered. */
async function askAgain(stage: Stage, shopping: Shopping): Promise<void> {
  if (stage.dice.chance(0.3)) return
  await settle(stage, [create(stage, shopping)])
  for (const asked of shopping.asked) await settle(stage, [ask(stage, asked)])
}

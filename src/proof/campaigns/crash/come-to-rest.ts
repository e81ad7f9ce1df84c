import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../shared/dice.ts'
import { retryUntilAnswered, type PurchaseStage } from './purchase.ts'
import type { CrashStage } from './stage.ts'

/** Longer than any call of the product may take: after that the holder of a lease is dead. */
const CALLS_MS = 12_000
const TURN_MS = 500
const TURNS_MAX = 120

/** Makes everything that is scheduled for later due now. */
const MAKE_DUE = [
  `update deliveries set next_attempt_at = now() where status = 'pending' and next_attempt_at > now() and leased_until is null`,
]
/** Expires leases; safe only when no earlier call can still be under way. */
export const END_LEASES = [
  `update deliveries set leased_until = now() where status = 'pending' and leased_until > now()`,
  'update payments set next_inquiry_at = now() where next_inquiry_at > now()',
  'update refunds set next_inquiry_at = now() where next_inquiry_at > now()',
  'update simulator.notifications set next_attempt_at = now() where delivered_at is null',
]
const WAITING = `select
    (select count(*) from deliveries where status = 'pending')
  + (select count(*) from payments where status not in ('succeeded', 'failed'))
  + (select count(*) from refunds where status = 'pending')
  + (select count(*) from sessions where status = 'open') as count`
const OPEN = `select s.id from sessions s where s.status = 'open' and not exists (
    select from payments p where p.session_id = s.id and p.status not in ('succeeded', 'failed')) order by s.id`

/** After the faults: expires what is open and runs what is due, until nothing is left to do. */
export async function comeToRest(
  stage: PurchaseStage & Pick<CrashStage, 'observer' | 'healReceiver'>,
  dice: Dice,
  callsMs = CALLS_MS,
): Promise<void> {
  const { observer, merchant } = stage
  stage.healReceiver(true)
  await sleep(callsMs)
  for (const text of END_LEASES) await observer.query(text)
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    for (const text of MAKE_DUE) await observer.query(text)
    const open = await observer.query<{ id: string }>(OPEN)
    for (const { id } of open.rows)
      await retryUntilAnswered(stage, dice, {
        merchantId: merchant.id,
        apiKey: merchant.apiKey,
        sessionId: id,
        path: `/v1/sessions/${id}/cancel`,
        key: 'rest',
        body: {},
      })
    const { rows } = await observer.query<{ count: string }>(WAITING)
    if (rows[0]?.count === '0') break
    await sleep(TURN_MS)
  }
  stage.healReceiver(false)
}

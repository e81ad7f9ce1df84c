import { ENDED } from '#server/database/payments/payment-states.ts'
import { SINCE } from '#server/processors/adyen/refund-payment.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { HOURS_PASSED } from '../adyen/days.ts'
import type { Payers } from '../scripted/open-bank.ts'
import type { Dice } from '../shared/dice.ts'
import { retryUntilAnswered, type PurchaseStage } from './retry-until-answered.ts'
import type { CrashStage } from './stage.ts'

/** Longer than any call of the product may take: after that the holder of a lease is dead. */
const CALLS_MS = 12_000
const TURN_MS = 500
const TURNS_MAX = 120

/** Makes everything that is scheduled for later due now. */
const MAKE_DUE = [
  `update deliveries set next_attempt_at = now() where status = 'pending' and next_attempt_at > now() and leased_until is null`,
]
/** Makes inquiries about refunds due: the bank's days pass at once, but the worker's backoff does not. */
const ASK_ABOUT_REFUNDS = 'update refunds set next_inquiry_at = now() where next_inquiry_at > now()'
const LET_INQUIRIES_BE_DUE = `update payments set next_inquiry_at = now(), inserted_at = inserted_at - interval '31 seconds'
  where next_inquiry_at > now()`
/** Expires leases; safe only when no earlier call can still be under way. */
export const END_LEASES = [
  `update deliveries set leased_until = now() where status = 'pending' and leased_until > now()`,
  LET_INQUIRIES_BE_DUE,
  ASK_ABOUT_REFUNDS,
  'update payments set next_intent_at = now() where next_intent_at > now()',
  'update simulator.notifications set next_attempt_at = now() where delivered_at is null',
]
/**
 * Like `END_LEASES`, but leaves the inquiries about payments that have ended as planned: there is only one for each, which must
 * not come early while the bank's clock stands still.
 */
export const END_LEASES_AT_BANK = END_LEASES.map((text) =>
  text === LET_INQUIRIES_BE_DUE ? `${text} and status not in (${ENDED})` : text,
)
/**
 * Moves payments and refunds back by the time that Adyen's clock has moved forward. The product then gives up a payment without
 * any webhook, and sends a refund whose capture no webhook confirmed.
 */
const PASS_HOURS_AT_ADYEN = [
  `update payments set created_at = created_at - interval '${HOURS_PASSED} hours'
    where acknowledged_at is null and status in ('created', 'unknown')`,
  `update refunds set processor_state = processor_state
      || jsonb_build_object('${SINCE}', (processor_state ->> '${SINCE}')::bigint - ${HOURS_PASSED} * 3600000)
    where status = 'pending' and processor_state ? '${SINCE}'`,
]
const WAITING = `select
    (select count(*) from deliveries where status = 'pending')
  + (select count(*) from payments where status not in (${ENDED}) or intent is not null)
  + (select count(*) from refunds where status = 'pending')
  + (select count(*) from sessions where status = 'open') as count`
const OPEN = `select s.id from sessions s where s.status = 'open' and not exists (
    select from payments p where p.session_id = s.id and p.status not in (${ENDED})) order by s.id`
const HELD = `select session_id as id from payments
  where status = 'authorized' and capture_method = 'manual' and intent is null order by id`

/** At a bank with payers, also expires open sessions, and makes inquiries and owed refunds due. */
const MAKE_DUE_AT_BANK = [
  `update sessions set expires_at = now() where status = 'open' and expires_at > now()`,
  'update payments set next_inquiry_at = now() where next_inquiry_at > now()',
  'update payments set next_refund_at = now() where next_refund_at > now()',
]
const WAITING_AT_BANK = `select count(*) as count from payments
  where refund_owed_at is not null or next_inquiry_at is not null`
const UNPAID = `select id from payments where method = 'pix' and status = 'requires_action' order by id`
const MISMATCHED = `select id from payments where status = 'amount_mismatch' order by id`

/** An operator accepts or refuses each payment of which the bank took another amount than was asked. */
async function decideMismatches(
  { observer, operate }: Pick<CrashStage, 'observer' | 'operate'>,
  dice: Dice,
): Promise<void> {
  const { rows } = await observer.query<{ id: string }>(MISMATCHED)
  for (const { id } of rows) {
    const isAccepted = dice.chance(0.5) && (await operate(['payments', 'accept', id]))
    if (!isAccepted) await operate(['payments', 'refuse', id, '--reason', 'not what was asked'])
  }
}

/** Pays about half of the Pix that are still unpaid. */
async function payTheRest(observer: Pool, payers: Payers, dice: Dice): Promise<void> {
  const { rows } = await observer.query<{ id: string }>(UNPAID)
  for (const { id } of rows) if (dice.chance(0.5)) payers.act(id, 'pay')
}

/** After the faults: expires what is open and runs what is due, until nothing is left to do. */
export async function comeToRest(
  stage: PurchaseStage &
    Pick<CrashStage, 'observer' | 'healReceiver'> &
    Partial<Pick<CrashStage, 'bank' | 'operate'>>,
  dice: Dice,
  callsMs = CALLS_MS,
): Promise<void> {
  const { observer, merchant, bank, operate } = stage
  stage.healReceiver(true)
  bank?.payers?.heal()
  bank?.days?.heal()
  const hasDays = bank?.payers !== undefined || bank?.days !== undefined
  await sleep(callsMs)
  if (bank?.payers !== undefined) {
    await payTheRest(observer, bank.payers, dice)
    // From now on look-ups show everything that they did not show yet.
    await bank.passDays()
  }
  for (const text of END_LEASES) await observer.query(text)
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const due = hasDays ? [...MAKE_DUE, ...MAKE_DUE_AT_BANK] : MAKE_DUE
    for (const text of due) await observer.query(text)
    for (const [act, text] of Object.entries({ cancel: OPEN, void: HELD })) {
      const { rows } = await observer.query<{ id: string }>(text)
      for (const { id } of rows)
        await retryUntilAnswered(stage, dice, {
          merchantId: merchant.id,
          apiKey: merchant.apiKey,
          sessionId: id,
          path: `/v1/sessions/${id}/${act}`,
          key: 'rest',
          body: {},
        })
    }
    if (operate !== undefined) await decideMismatches({ observer, operate }, dice)
    const { rows } = await observer.query<{ count: string }>(WAITING)
    const isSent = bank === undefined || bank.left().unsent === 0
    const atBank = hasDays ? await observer.query<{ count: string }>(WAITING_AT_BANK) : undefined
    const isSettled = rows[0]?.count === '0' && (atBank?.rows[0]?.count ?? '0') === '0'
    if (isSettled && isSent) break
    await sleep(TURN_MS)
    if (bank !== undefined) {
      await bank.passDays()
      const passed = bank.days === undefined ? [] : PASS_HOURS_AT_ADYEN
      for (const text of [...passed, ASK_ABOUT_REFUNDS]) await observer.query(text)
    }
  }
  stage.healReceiver(false)
}

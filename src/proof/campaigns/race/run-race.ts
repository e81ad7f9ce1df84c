import { ENDED } from '#server/database/payments/payment-states.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { envelopeOf, sealCard } from '../../testing/seal-card.ts'
import { CARDS } from '../shared/test-cards.ts'
import type { CrashStage } from '../crash/stage.ts'
import type { RunningBank } from '../scripted/open-bank.ts'
import { hold } from './pay-at-once.ts'

/** The outcome of many payments of one session at the same moment. */
export interface RaceResult {
  sessionId: string
  /** Count by status, with the problem code of a refusal. */
  answers: Record<string, number>
  /** Charges in the processor's own ledger. */
  charges: number
}

const CHARGES = `select count(*)::int as count from simulator.ledger_entries e join payments p on p.id = e.payment_id
  where p.session_id = $1 and e.kind = 'capture'`
const AMOUNT = 1990
const TURN_MS = 50
/** A capture that was not answered is asked for again within a minute. */
const TURNS_MAX = 1800
const PAYMENTS = 'select id from payments where session_id = $1'
const UNDECIDED = `select count(*)::int as count from payments
  where session_id = $1 and (status not in (${ENDED}) or intent is not null)`
/** The share of payments that reuse an earlier idempotency key. */
const REPEATED_SHARE = 0.2
const ALLOWED = ['200', '409 payment_in_progress', '409 already_paid']

/** Alternates between the two processes, each payment on its own connection, and sends all last bytes at once. */
export async function runRace(
  stage: CrashStage,
  name: string,
  atOnce: number,
): Promise<RaceResult> {
  const { id, reference } = await createSession(stage, name)
  const encrypted = await sealCard(stage.cardKey, CARDS.approved, {}, stage.bank?.now?.())
  const seal = {
    envelopeKey: stage.envelopeKey,
    sessionId: id,
    merchantId: stage.merchant.id,
    currency: 'BRL',
    plans: [{ installments: 1, amount: AMOUNT }],
  }
  const isPix = stage.bank?.payCodes !== undefined
  const bodyFor = (idempotencyKey: string) =>
    JSON.stringify(
      isPix
        ? { method: 'pix' }
        : {
            method: 'card',
            card: {
              encrypted: envelopeOf(encrypted, seal, { idempotencyKey }),
              brand: 'visa',
              lastFour: CARDS.approved.slice(-4),
            },
          },
    )
  const keys = Math.ceil(atOnce * (1 - REPEATED_SHARE))
  const held = await Promise.all(
    Array.from({ length: atOnce }, (_, number) => {
      const process = stage.processes[number % stage.processes.length]
      const key = `payment-${number % keys}`
      return hold(
        `${process?.apiUrl}/v1/checkout/${reference}/payments`,
        { ...headersOf(stage.checkoutKey), 'idempotency-key': key },
        bodyFor(key),
      )
    }),
  )
  const answered = await Promise.all(held.map((one) => one.release()))
  const answers: Record<string, number> = {}
  for (const { status, answer } of answered) {
    const { code } = JSON.parse(answer) as { code?: string }
    const what = code === undefined ? String(status) : `${status} ${code}`
    answers[what] = (answers[what] ?? 0) + 1
  }
  return { sessionId: id, answers, charges: await chargesOf(stage, id) }
}

async function chargesOf({ observer, bank }: CrashStage, sessionId: string): Promise<number> {
  if (bank === undefined) {
    const { rows } = await observer.query<{ count: number }>(CHARGES, [sessionId])
    return rows[0]?.count ?? 0
  }
  const { rows } = await observer.query<{ id: string }>(PAYMENTS, [sessionId])
  const own = new Set(rows.map(({ id }) => id))
  bank.payCodes?.([...own])
  if (bank.days !== undefined) await waitForBooking(observer, bank, sessionId)
  const { ledger } = bank.books()
  return ledger.filter(({ kind, paymentId }) => kind === 'capture' && own.has(paymentId)).length
}

/**
 * A capture is asked for after the shopper was answered where that took long, and is acknowledged before it is booked. Days pass
 * only once it is acknowledged: its hold would end first.
 */
async function waitForBooking(
  observer: CrashStage['observer'],
  bank: RunningBank,
  sessionId: string,
): Promise<void> {
  await until(async () => {
    const { rows } = await observer.query<{ count: number }>(UNDECIDED, [sessionId])
    return rows[0]?.count === 0
  })
  await until(async () => {
    if (bank.left().unsent === 0) return true
    await bank.passDays()
    return false
  })
}

/** A state that never comes shows in what is read afterwards. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX && !(await isSo()); turn++) await sleep(TURN_MS)
}

/** One charge; every other payment is refused as paid or in progress. */
export function isFair({ answers, charges }: RaceResult): boolean {
  const isOdd = Object.keys(answers).some((answer) => !ALLOWED.includes(answer))
  return charges === 1 && !isOdd && (answers['200'] ?? 0) > 0
}

async function createSession(stage: CrashStage, name: string) {
  const response = await fetch(`${stage.processes[0]?.apiUrl}/v1/sessions`, {
    method: 'POST',
    headers: { ...headersOf(stage.merchant.apiKey), 'idempotency-key': name },
    body: JSON.stringify({
      merchantId: stage.merchant.id,
      amount: AMOUNT,
      currency: 'BRL',
      orderReference: name,
      customer: { email: 'maria@example.com' },
    }),
  })
  const { id, url } = (await response.json()) as { id: string; url: string }
  return { id, reference: url.slice(url.lastIndexOf('/') + 1) }
}

function headersOf(apiKey: string): Record<string, string> {
  return { 'x-api-key': apiKey, 'content-type': 'application/json' }
}

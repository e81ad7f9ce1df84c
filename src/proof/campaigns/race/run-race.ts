import { sealCard } from '../../testing/seal-card.ts'
import { CARDS } from '../shared/test-cards.ts'
import type { CrashStage } from '../crash/stage.ts'
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
  const encrypted = await sealCard(stage.cardKey, CARDS.approved)
  const body = JSON.stringify({
    method: 'card',
    card: { encrypted, brand: 'visa', lastFour: CARDS.approved.slice(-4) },
  })
  const keys = Math.ceil(atOnce * (1 - REPEATED_SHARE))
  const held = await Promise.all(
    Array.from({ length: atOnce }, (_, number) => {
      const process = stage.processes[number % stage.processes.length]
      return hold(
        `${process?.apiUrl}/v1/checkout/${reference}/payments`,
        { ...headersOf(stage.checkoutKey), 'idempotency-key': `payment-${number % keys}` },
        body,
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
  const { rows } = await stage.observer.query<{ count: number }>(CHARGES, [id])
  return { sessionId: id, answers, charges: rows[0]?.count ?? 0 }
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
      amount: 1990,
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

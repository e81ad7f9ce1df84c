import { setTimeout as sleep } from 'node:timers/promises'
import type { Payers } from '../scripted/open-bank.ts'
import type { Dice } from '../shared/dice.ts'
import type { CrashStage } from './stage.ts'

const LOOKS_MAX = 12
const LOOK_MS = 400
const TIMEOUT_MS = 5000
const MOMENT_MAX_MS = 1000
const ENDS_WITHIN_MS = 4000

/** What a shopper does with the code of a Pix. */
const PLANS = {
  'pays it': ['pay'],
  'pays it, and again later': ['pay', 'wait', 'pay_again'],
  'pays it while the session ends': ['expire', 'pay'],
  'pays it after its end': ['expire', 'wait', 'pay_late'],
  'pays it while the bank removes it': ['decline', 'pay_late'],
  'pays it during an outage': ['outage', 'pay'],
  'pays it after webhooks of strangers': ['stranger', 'unknown txid', 'pay'],
  'does not pay': [],
} as const

const DECK: readonly (readonly [weight: number, plan: keyof typeof PLANS])[] = [
  [12, 'pays it'],
  // Never drawn: look-ups may not show a second Pix yet, and reconciliation finds it later than this campaign can wait
  // (decision 065).
  [0, 'pays it, and again later'],
  [3, 'pays it while the session ends'],
  [3, 'pays it after its end'],
  [2, 'pays it while the bank removes it'],
  [1, 'pays it during an outage'],
  [1, 'pays it after webhooks of strangers'],
  [2, 'does not pay'],
]

/** What a visit to the bank needs. */
export type VisitStage = Pick<CrashStage, 'witnesses' | 'checkoutKey'> & {
  processes: readonly { apiUrl: string }[]
  observer?: CrashStage['observer']
}

/** The shopper waits for the code of a Pix, and pays it at the bank or does not. */
export async function visitBank(
  stage: VisitStage,
  payers: Payers,
  dice: Dice,
  { sessionId, reference }: { sessionId: string; reference: string },
): Promise<void> {
  const plan = dice.weigh(DECK)
  const paymentId = await waitForCode(stage, dice, reference)
  if (paymentId === undefined) return
  for (const step of PLANS[plan]) {
    await sleep(dice.below(MOMENT_MAX_MS))
    if (step === 'expire') await expire(stage, sessionId)
    else if (step === 'wait') await sleep(ENDS_WITHIN_MS)
    else {
      if (step === 'pay_late') stage.witnesses.paidLate.push(paymentId)
      if (step === 'pay_again') payers.paidAgain.push(paymentId)
      payers.act(paymentId, step)
    }
  }
}

interface Shown {
  payment: { id: string; action: { type: string } | null } | null
}

/** The payment whose code the shopper sees; undefined when none is shown in time. */
async function waitForCode(
  { processes, checkoutKey }: VisitStage,
  dice: Dice,
  reference: string,
): Promise<string | undefined> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const response = await fetch(`${dice.pick(processes).apiUrl}/v1/checkout/${reference}`, {
      headers: { 'x-api-key': checkoutKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined)
    if (response?.ok === true) {
      const shown = (await response.json().catch(() => undefined)) as Shown | undefined
      const payment = shown?.payment ?? null
      if (payment?.action?.type === 'pix') return payment.id
    }
    await sleep(LOOK_MS)
  }
  return undefined
}

/** Makes the session expire now. Ignores errors, since PostgreSQL may be down at the moment. */
async function expire({ observer }: VisitStage, sessionId: string): Promise<void> {
  await observer?.query(EXPIRE, [sessionId]).catch(() => undefined)
}

const EXPIRE = `update sessions set expires_at = now() where id = $1 and status = 'open'`

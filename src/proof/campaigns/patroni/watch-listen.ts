import { setTimeout as sleep } from 'node:timers/promises'
import { cancelSession, createSession } from '../crash/purchase.ts'
import type { PurchaseStage } from '../crash/retry-until-answered.ts'
import type { Dice } from '../shared/dice.ts'

type Process = PurchaseStage['processes'][number]

/** Without a notification a waiting reader answers after this many seconds. */
const WAIT_SECONDS = 3
/** An answer that came sooner was caused by a notification. */
const NOTIFIED_WITHIN_MS = 2000
const BEFORE_CHANGE_MS = 150
const GIVEN_UP_AFTER_MS = 90_000

export interface Heard {
  /** Milliseconds from `fromMs` to the first change that a waiting reader was notified of. */
  afterMs: number | null
  /** From the acknowledged change to the reader's answer. */
  delayMs: number | null
  tries: number
}

/**
 * Reads at one process and changes at the other, again and again, until LISTEN carries the change. Each try creates and cancels a
 * session of the merchant, which the oracle judges, too.
 */
export async function untilHeard(
  stage: PurchaseStage,
  dice: Dice,
  {
    reader,
    writer,
    name,
    fromMs,
  }: { reader: Process; writer: Process; name: string; fromMs: number },
): Promise<Heard> {
  const atWriter = { ...stage, processes: [writer] }
  for (let tries = 1; performance.now() - fromMs < GIVEN_UP_AFTER_MS; tries++) {
    const delayMs = await oneChange(atWriter, reader, dice, `${name}-${tries}`)
    if (delayMs !== undefined && delayMs < NOTIFIED_WITHIN_MS)
      return {
        afterMs: Math.round(performance.now() - fromMs),
        delayMs: Math.round(delayMs),
        tries,
      }
  }
  return { afterMs: null, delayMs: null, tries: Infinity }
}

/** Milliseconds from an acknowledged change to the answer of a reader who waited for it; undefined when it could not wait. */
async function oneChange(
  stage: PurchaseStage,
  reader: Process,
  dice: Dice,
  name: string,
): Promise<number | undefined> {
  const ordered = await createSession(stage, dice, name)
  if (ordered === undefined) return undefined
  const wait = waitForChange(reader, stage.checkoutKey, ordered.reference)
  await Promise.race([wait, sleep(BEFORE_CHANGE_MS)])
  const status = await cancelSession(stage, dice, ordered)
  const changedMs = performance.now()
  const answeredMs = await wait
  if (status !== 200 || answeredMs === undefined) return undefined
  // The notification leaves with the commit, which may be before the writer's answer.
  return Math.max(0, answeredMs - changedMs)
}

/** The time of the answer that shows the canceled session; undefined for any other. */
async function waitForChange(
  { apiUrl }: Process,
  apiKey: string,
  reference: string,
): Promise<number | undefined> {
  const path = `/v1/checkout/${reference}?afterVersion=1&waitSeconds=${WAIT_SECONDS}`
  try {
    const response = await fetch(apiUrl + path, { headers: { 'x-api-key': apiKey } })
    const text = await response.text()
    return response.ok && text.includes('"status":"canceled"') ? performance.now() : undefined
  } catch {
    return undefined
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { retryUntilAnswered, type PurchaseStage } from '../crash/purchase.ts'
import type { Dice } from '../shared/dice.ts'

type Process = PurchaseStage['processes'][number]

/** Without a notification a waiting reader answers after this many seconds. */
const WAIT_SECONDS = 3
/** An answer that came sooner was caused by a notification. */
const NOTIFIED_WITHIN_MS = 2000
const BEFORE_CHANGE_MS = 150
const GIVEN_UP_AFTER_MS = 90_000
const AMOUNT = 1990

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
  const { id: merchantId, apiKey } = stage.merchant
  const created = await retryUntilAnswered(stage, dice, {
    merchantId,
    apiKey,
    sessionId: null,
    path: '/v1/sessions',
    key: name,
    body: { merchantId, amount: AMOUNT, currency: 'BRL', orderReference: name },
  })
  if (created?.status !== 201) return undefined
  const { id, url } = JSON.parse(created.answer ?? '') as { id: string; url: string }
  const reference = url.slice(url.lastIndexOf('/') + 1)
  const wait = waitForChange(reader, stage.checkoutKey, reference)
  await Promise.race([wait, sleep(BEFORE_CHANGE_MS)])
  const canceled = await retryUntilAnswered(stage, dice, {
    merchantId,
    apiKey,
    sessionId: id,
    path: `/v1/sessions/${id}/cancel`,
    key: 'cancel',
    body: {},
  })
  const changedMs = performance.now()
  const answeredMs = await wait
  if (canceled?.status !== 200 || answeredMs === undefined) return undefined
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

import type { Fetch } from '#contract/fetch.ts'
import { toSeconds } from '#domain/signature-age.ts'
import { signWebhook } from '#domain/webhook-signature.ts'
import { answerWithin } from './answer-within.ts'
import { claimNotifications, recordDelivered } from './outbox.ts'
import type { Simulator } from './simulator.ts'
import type { SimulatorNotification } from './simulator-messages.ts'
import type { DueScope } from './due-scope.ts'

/** The endpoint that receives the simulator's notifications, and its `whsec_` signing secret. */
export interface NotificationTarget {
  url: string
  secret: string
  fetch: Fetch
  /** Time-out of one delivery attempt in milliseconds (default: 4000). */
  timeoutMs?: number
}

const TIMEOUT_MS = 4_000

/** Posts the notifications that are due; returns how many got a 2xx. The others are retried with backoff. */
export async function deliverNotifications(
  { pool, clockOf }: Simulator,
  target: NotificationTarget,
  due: { now: Date; limit: number; scope: DueScope },
): Promise<number> {
  const claimed = await claimNotifications(pool, due)
  const deliveries = claimed.map(async (notification) => {
    if (!(await isAccepted(target, notification, clockOf(null)))) return 0
    await recordDelivered(pool, notification.id, due.now)
    return 1
  })
  const counts: number[] = await Promise.all(deliveries)
  return counts.reduce((sum, count) => sum + count, 0)
}

async function isAccepted(
  { url, secret, fetch, timeoutMs = TIMEOUT_MS }: NotificationTarget,
  notification: SimulatorNotification,
  now: Date,
): Promise<boolean> {
  const body = JSON.stringify(notification)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': notification.id,
    'webhook-timestamp': String(toSeconds(now)),
    'webhook-signature': await signWebhook({
      id: notification.id,
      timestamp: now,
      body,
      secrets: [secret],
    }),
  }
  try {
    const init: RequestInit = { method: 'POST', headers, body, redirect: 'manual' }
    const { status } = await answerWithin(timeoutMs, fetch, url, init)
    return status >= 200 && status < 300
  } catch {
    // Any error is a failed attempt; the claim has already scheduled the retry.
    return false
  }
}

import { after, HOUR_MS, type Adyen } from './deps.ts'
import type { Notification, Webhook } from './records.ts'
import { itemJson } from './tell.ts'

const TIMEOUT_MS = 10_000
const MINUTE_MS = 60_000
/** After an answer that is not 2xx: minutes, then hours. The last is repeated. */
const RETRIES_MS = [2, 5, 10, 15, 30, 60, 120, 240, 480].map((minutes) => minutes * MINUTE_MS)

/** A request that was sent, as it was sent. */
export interface Sent {
  url: string
  body: string
}

/** Sends what is due, address by address and in order. An answer that is not 2xx stops the queue of its address. */
export async function sendWebhooks(adyen: Adyen, sent: Sent[]): Promise<void> {
  const urls = new Set(adyen.tables.webhooks.all().map(({ url }) => url))
  for (const url of urls) await drain(adyen, url, sent)
}

type Entry = readonly [key: string, notification: Notification]

async function drain(adyen: Adyen, url: string, sent: Sent[]): Promise<void> {
  for (;;) {
    const now = adyen.clock().toISOString()
    const queue = adyen.tables.queues.get(url)
    if (queue !== undefined && queue.blockedUntil > now) return
    const due = adyen.tables.notifications
      .where('undelivered', url)
      .filter(([, { dueAt }]) => dueAt <= now)
      .toSorted(([, one], [, other]) => one.dueAt.localeCompare(other.dueAt))
    const batch = due.slice(0, adyen.variant.itemsPerWebhook)
    const [first] = batch
    if (first === undefined) return
    if (!(await isTaken(adyen, first[1].webhook, batch, sent))) {
      const failures = (queue?.failures ?? 0) + 1
      const waitMs = RETRIES_MS[Math.min(failures, RETRIES_MS.length) - 1] ?? HOUR_MS
      adyen.tables.queues.put(url, { blockedUntil: after(now, waitMs), failures })
      return
    }
    if (queue !== undefined) adyen.tables.queues.delete(url)
    for (const [key, notification] of batch)
      adyen.tables.notifications.put(key, { ...notification, isDelivered: true })
  }
}

async function isTaken(
  adyen: Adyen,
  { url, user, password }: Webhook,
  batch: readonly Entry[],
  sent: Sent[],
): Promise<boolean> {
  const body = webhookBody(batch.map(([, notification]) => itemJson(notification, adyen.variant)))
  sent.push({ url, body })
  try {
    const { status } = await adyen.notify(
      new Request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(user !== undefined && {
            authorization: `Basic ${btoa(`${user}:${password ?? ''}`)}`,
          }),
        },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    )
    return status >= 200 && status < 300
  } catch {
    // An unreachable endpoint is tried again.
    return false
  }
}

/** The body of a webhook from the test environment. */
export function webhookBody(items: readonly object[]): string {
  return JSON.stringify({
    live: 'false',
    notificationItems: items.map((item) => ({ NotificationRequestItem: item })),
  })
}

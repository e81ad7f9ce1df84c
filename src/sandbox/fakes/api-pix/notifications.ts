import { fetchWithin } from '#domain/fetch-within.ts'
import { pixJson } from './pix-json.ts'
import type { Notification, Pix } from './records.ts'
import { isShape, webhookText } from './webhook-text.ts'
import { after, type Bank } from './deps.ts'
import { webhookKey } from './webhooks.ts'

const HOURS_MS = 3 * 3_600_000
const REORDERED_MS = 600_000
const PER_BODY_MAX = 10
const TIMEOUT_MS = 5_000
const SECOND_MS = 1000
/** Milliseconds between the attempts. After the last attempt the webhook is given up. */
const RETRIES_MS = [10, 60, 600, 3600, 21_600, 86_400].map((seconds) => seconds * SECOND_MS)

/** Queues a webhook with the current state of a Pix, if the Pix has a txid, and its key a registered webhook. */
export function notifyOf(bank: Bank, pix: Pix): void {
  const webhook = bank.tables.webhooks.get(webhookKey(pix.customerId, pix.chave))
  if (pix.txid === undefined || webhook === undefined) return
  const day = bank.badDays.draw('webhook')
  const delayMs = day === 'late' ? HOURS_MS : day === 'reordered' ? REORDERED_MS * bank.random() : 0
  const notification: Notification = {
    // A URL that ends in a slash gets no second one.
    url: `${webhook.webhookUrl.replace(/\/$/, '')}/pix`,
    chave: pix.chave,
    pix: pixJson(pix),
    dueAt: after(bank.clock(), delayMs),
    attempts: 0,
    state: day === 'never' ? 'never' : 'due',
    ...(isShape(day) && { shape: day }),
  }
  for (let copies = day === 'twice' ? 2 : 1; copies > 0; copies--)
    bank.tables.notifications.put(`${bank.tables.notifications.size()}`, notification)
}

/** Sends the due webhooks. Several Pix of one key share a body, but two copies of one Pix never do. */
export async function sendDueNotifications(bank: Bank): Promise<void> {
  const now = bank.clock().toISOString()
  const due = bank.tables.notifications
    .where('state', 'due')
    .filter(([, { dueAt }]) => dueAt <= now)
  // The next attempts are planned before sending, so that a concurrent run, or one after a crash, sends nothing twice.
  for (const [key, notification] of due)
    bank.tables.notifications.put(key, retried(bank, notification))
  for (const body of intoBodies(due)) await send(bank, body)
}

type Entry = readonly [key: string, notification: Notification]

function intoBodies(entries: readonly Entry[]): Entry[][] {
  const bodies: Entry[][] = []
  for (const entry of entries) {
    const [, { url, chave, pix, shape }] = entry
    const open = bodies.find((body) => {
      const [, first] = body[0] ?? entry
      const isSame = first.url === url && first.chave === chave && first.shape === shape
      const hasIt = body.some(([, other]) => JSON.stringify(other.pix) === JSON.stringify(pix))
      return isSame && !hasIt && body.length < PER_BODY_MAX
    })
    if (open === undefined) bodies.push([entry])
    else open.push(entry)
  }
  return bodies
}

async function send(bank: Bank, body: readonly Entry[]): Promise<void> {
  const [, first] = body[0] ?? []
  if (first === undefined) return
  if (
    !(await isReceived(
      bank,
      first.url,
      webhookText(
        body.map(([, { pix }]) => pix),
        first.shape,
      ),
    ))
  )
    return
  for (const [key, { attempts, ...notification }] of body)
    bank.tables.notifications.put(key, {
      ...notification,
      attempts: attempts + 1,
      state: 'delivered',
    })
}

function retried(bank: Bank, { attempts, ...notification }: Notification): Notification {
  const delayMs = RETRIES_MS[attempts]
  return {
    ...notification,
    attempts: attempts + 1,
    ...(delayMs === undefined
      ? { state: 'given_up' as const }
      : { dueAt: after(bank.clock(), delayMs) }),
  }
}

async function isReceived(bank: Bank, url: string, body: string): Promise<boolean> {
  try {
    const notification = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      timeoutMs: TIMEOUT_MS,
    }
    return await fetchWithin(bank.notify, url, notification, ({ ok }) => ok)
  } catch {
    // An unreachable endpoint is tried again.
    return false
  }
}

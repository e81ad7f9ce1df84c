import type { CheckoutClient } from '../../checkout-client.ts'
import { isCheckoutError } from '../../errors.ts'
import type { EventType } from '#contract/event.ts'
import type { SignedNotification } from '#contract/sandbox-notifications.ts'
import type { Merchant } from '../by-key.ts'
import { printNotice } from '../command-line/output.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { createForwarder, type Forwarder } from './forwarder.ts'
import { createPost } from './post.ts'
import type { Reporter } from './reporter.ts'

const TIMEOUT_MS = 15_000

/** Filters, and the address to forward to. */
export interface Following {
  forward?: string
  session?: string
  events?: EventType[]
}

/** Prints and forwards a merchant's events until `stop` is aborted. */
export async function follow(
  terminal: Terminal,
  { merchantId, client }: Merchant,
  { forward: url, session: sessionId, events: types }: Following,
  report: Reporter,
  stop: AbortSignal,
): Promise<void> {
  if (sessionId !== undefined) await requireSession(client, sessionId)
  const { cursor } = await client.sandbox.notifications.list()
  const forwarder =
    url === undefined
      ? undefined
      : createForwarder({
          post: createPost(url, TIMEOUT_MS),
          signAgain: (notification) => signAgain(client, notification),
          report: (attempt) => report.forward(attempt),
          stop,
        })
  printNotice(
    terminal,
    `Listening to ${sessionId ?? `merchant ${merchantId}`}` +
      `${url === undefined ? '' : `, forwarding to ${url}`}. Stop with Ctrl-C.`,
  )
  let events = 0
  const stream = client.sandbox.notifications.stream({
    ...(sessionId === undefined ? { after: cursor } : { sessionId }),
    signal: stop,
    onLost: (failure) =>
      printNotice(terminal, `The API does not answer: ${reasonOf(failure)} Waiting for it.`),
    onBack: () => printNotice(terminal, 'The API answers again; nothing was missed.'),
  })
  try {
    for await (const notification of stream) {
      if (types !== undefined && !types.includes(notification.type)) continue
      events++
      report.notification(notification)
      forwarder?.take(notification)
    }
    await forwarder?.idle()
  } finally {
    report.summary({ events, ...countsOf(forwarder) })
  }
}

function countsOf(forwarder: Forwarder | undefined) {
  return forwarder?.counts() ?? { accepted: 0, refused: 0, unfinished: 0 }
}

async function requireSession(client: CheckoutClient, sessionId: string): Promise<void> {
  try {
    await client.sessions.get(sessionId)
  } catch (error) {
    // The key's scopes may allow reading events but not sessions.
    if (isCheckoutError(error) && error.code === 'insufficient_scope') return
    throw error
  }
}

/** Fetches the notification with a new signature; falls back to the old one. */
async function signAgain(
  client: CheckoutClient,
  notification: SignedNotification,
): Promise<SignedNotification> {
  const { sessionId, id } = notification
  if (sessionId === null) return notification
  try {
    for (let after: string | undefined; ;) {
      const page = await client.sandbox.notifications.list({ sessionId, after })
      const found = page.data.find((signed) => signed.id === id)
      if (found !== undefined || page.data.length === 0) return found ?? notification
      after = page.cursor
    }
  } catch {
    return notification
  }
}

function reasonOf(failure: unknown): string {
  if (isCheckoutError(failure)) return `${failure.code} (${failure.status}).`
  return failure instanceof Error ? failure.message : String(failure)
}

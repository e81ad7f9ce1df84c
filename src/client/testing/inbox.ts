import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutClient } from '../checkout-client.ts'
import type { VerifiedNotification } from '../is-notification.ts'
import { verifyWebhook, isWebhookVerificationError } from '../verify-webhook.ts'
import { type EventType, Notification } from '#contract/event.ts'
import type { SignedNotification } from '#contract/sandbox-notifications.ts'
import { failure } from './failure.ts'
import type { SessionId } from './sandbox.ts'

interface Patience {
  /** In milliseconds. Default: 10 seconds. */
  timeout?: number
}

/**
 * The merchant's webhooks, read from the sandbox by long poll, so that this machine needs no public address. With
 * `WEBHOOK_SECRET` each signature is verified, and an invalid one fails the test.
 */
export interface Inbox {
  /** All notifications of a session in order, once there are at least `count`; by default those that there are. */
  of(session: SessionId, count?: number, options?: Patience): Promise<VerifiedNotification[]>
  /** The next notification of this type: no two calls return the same one. */
  next(session: SessionId, type: EventType, options?: Patience): Promise<VerifiedNotification>
}

interface Mail {
  received: VerifiedNotification[]
  /** How many of each type `next` has returned. */
  taken: Map<string, number>
  cursor?: string
}

const PATIENCE_MS = 10_000
const WAIT_SECONDS_MAX = 20
const PAUSE_MS = 100

/** Opens the inbox of one test; `signal` aborts its requests when the test ends. */
export function openInbox(
  client: CheckoutClient,
  webhookSecrets: readonly string[],
  signal: AbortSignal,
): Inbox {
  const mails = new Map<string, Mail>()

  async function ask({ id }: SessionId, mail: Mail, waitMs: number): Promise<void> {
    const waitSeconds = Math.min(Math.ceil(waitMs / 1000), WAIT_SECONDS_MAX)
    const { data, cursor } = await client.sandbox.notifications.list(
      { sessionId: id, after: mail.cursor, waitSeconds },
      { signal },
    )
    for (const notification of data) mail.received.push(await verified(notification))
    mail.cursor = cursor
  }

  async function verified({ body, headers, id }: SignedNotification) {
    if (webhookSecrets.length === 0) return Notification.parse(JSON.parse(body))
    return verifyWebhook(body, headers, webhookSecrets).catch((reason: unknown) => {
      if (!isWebhookVerificationError(reason)) throw reason
      throw failure(`Notification ${id} is not to be trusted (${reason.reason}). ${reason.message}`)
    })
  }

  /** Polls until `find` finds something; throws after the timeout. */
  async function waitFor<Found>(
    session: SessionId,
    { timeout = PATIENCE_MS }: Patience,
    wanted: string,
    find: (mail: Mail) => Found | undefined,
  ): Promise<Found> {
    const mail = mails.get(session.id) ?? { received: [], taken: new Map() }
    mails.set(session.id, mail)
    const deadline = Date.now() + timeout
    await ask(session, mail, 0)
    for (;;) {
      const found = find(mail)
      if (found !== undefined) return found
      const leftMs = deadline - Date.now()
      if (leftMs <= 0) {
        const came = mail.received.map(({ type }) => type).join(', ') || 'nothing'
        throw failure(
          `${wanted} of session ${session.id} did not come within ${timeout} ms; came: ${came}.`,
        )
      }
      await ask(session, mail, leftMs)
      // A server that is shutting down responds to long polls at once.
      await sleep(PAUSE_MS)
    }
  }

  return {
    of: (session, count = 0, options = {}) =>
      waitFor(session, options, `${count} notifications`, ({ received }) =>
        received.length < count ? undefined : [...received],
      ),
    next: (session, type, options = {}) =>
      waitFor(session, options, type, ({ received, taken }) => {
        const before = taken.get(type) ?? 0
        const found = received.filter((notification) => notification.type === type)[before]
        if (found !== undefined) taken.set(type, before + 1)
        return found
      }),
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutClient } from '../../checkout-client.ts'
import { isCheckoutError } from '../../errors.ts'
import { Notification } from '#contract/event.ts'
import type { CreateSessionInput, Session } from '#contract/session.ts'
import type { PlayedNotification, PlayedSession } from '../readiness/plays/play.ts'
import { CommandFailure } from '../command-line/exit.ts'
import type { Merchant } from '../by-key.ts'
import { TOOL_KEY_PREFIX } from '../tool-key.ts'

type Sessions = [PlayedSession, ...PlayedSession[]]

/** The sessions of `--session`, with their notifications. */
export async function readSessions(
  client: CheckoutClient,
  [first, ...others]: readonly [string, ...string[]],
): Promise<Sessions> {
  const sessions: Sessions = [await readPlayedSession(client, first)]
  for (const sessionId of others) sessions.push(await readPlayedSession(client, sessionId))
  return sessions
}

/**
 * Creates three paid sessions, the first also refunded, and one that is not paid, all with text beyond ASCII. The checkout sends
 * none of their notifications itself: a receiver that knew them already would hide what it does with them.
 */
export async function makeSessions(
  { client, merchantId }: Merchant,
  { seed, log }: { seed: number; log: (text: string) => void },
): Promise<Sessions> {
  const make = async (name: string, happens: (session: Session) => Promise<unknown>) => {
    const idempotencyKey = `${TOOL_KEY_PREFIX}${randomUUID()}`
    const body = {
      merchantId,
      currency: 'BRL',
      lineItems: [{ name: 'Ensaio de notificações', quantity: 1, unitAmount: 12_345 }],
      orderReference: `chaos-${seed}-${name}`,
      description: 'Made by checkout chaos',
      paymentMethods: ['pix', 'card'],
      metadata: { madeBy: 'checkout chaos', seed: String(seed), play: name },
      sandbox: { deliveries: 'none' },
    } satisfies CreateSessionInput
    const session = await client.sessions.create(body, { idempotencyKey })
    try {
      await happens(session)
    } catch (error) {
      await closeSession(client, session.id)
      throw error
    }
    log(`Made ${session.id} (${name}).`)
    return readPlayedSession(client, session.id)
  }
  return [
    await make('in-order', async ({ id }) => {
      await client.sandbox.simulate(id, { outcome: 'pix_paid' })
      await client.sessions.refund(id)
      await untilRefunded(client, id)
    }),
    await make('reordered', async ({ id }) => {
      await client.sandbox.simulate(id, { outcome: 'decline' })
      await client.sandbox.simulate(id, { outcome: 'pix_paid' })
    }),
    await make('same-moment', ({ id }) => client.sandbox.simulate(id, { outcome: 'pix_paid' })),
    await make('unpaid', async ({ id }) => {
      await client.sandbox.simulate(id, { outcome: 'challenge_failed' })
      await client.sandbox.simulate(id, { outcome: 'expire' })
    }),
  ]
}

/** Leaves no session open, whatever has come in the way of it. */
export async function closeSession(client: CheckoutClient, sessionId: string): Promise<void> {
  await client.sandbox.simulate(sessionId, { outcome: 'expire' }).catch((error: unknown) => {
    if (!isCheckoutError(error)) throw error
  })
}

const REFUND_TRIES = 20
const REFUND_WAIT_SECONDS = 1

/** A refund may be pending when its call returns. */
async function untilRefunded(client: CheckoutClient, sessionId: string): Promise<void> {
  let after: string | undefined
  for (let tries = 0; tries < REFUND_TRIES; tries++) {
    const query = { sessionId, after, waitSeconds: tries === 0 ? 0 : REFUND_WAIT_SECONDS }
    const { data, cursor } = await client.sandbox.notifications.list(query)
    if (data.some(({ type }) => type === 'refund.succeeded')) return
    after = cursor
  }
}

const DELIVERY_TRIES = 40
const BETWEEN_DELIVERY_TRIES_MS = 250

/**
 * Waits until the checkout's own deliveries to this receiver were attempted: a genuine notification among the forgeries
 * would have its effect blamed on them.
 */
export async function untilTried(
  client: CheckoutClient,
  sessions: readonly PlayedSession[],
  to: URL,
): Promise<void> {
  const isUntried = async ({ sessionId }: PlayedSession): Promise<boolean> => {
    const { data } = await client.events.list({ sessionId, limit: 100 })
    const deliveries = data.flatMap((event) => event.deliveries)
    return deliveries.some(
      ({ url, status, attempts }) =>
        new URL(url).href === to.href && status === 'pending' && attempts.length === 0,
    )
  }
  for (let tries = 0; tries < DELIVERY_TRIES; tries++) {
    if (!(await Promise.all(sessions.map(isUntried))).includes(true)) return
    await sleep(BETWEEN_DELIVERY_TRIES_MS)
  }
}

/** A session with what has happened to it so far. */
export async function readPlayedSession(
  client: CheckoutClient,
  sessionId: string,
): Promise<PlayedSession> {
  const notifications: PlayedNotification[] = []
  let after: string | undefined
  for (;;) {
    const { data, cursor } = await client.sandbox.notifications.list({ sessionId, after })
    if (data.length === 0) break
    notifications.push(...data.map(readNotification))
    after = cursor
  }
  const [first, ...others] = notifications.toSorted((one, other) => one.sequence - other.sequence)
  if (first === undefined)
    throw new CommandFailure(
      `Nothing has happened to ${sessionId} yet, so that there is nothing to play. Pay it first: npx --no hosted-checkout simulate ${sessionId} pay`,
    )
  const { data: events } = await client.events.list({ sessionId, limit: 100 })
  const wasDelivered = events.some(({ deliveries }) => deliveries.length > 0)
  return { sessionId, wasDelivered, notifications: [first, ...others] }
}

function readNotification({ id, type, body }: { id: string; type: string; body: string }) {
  const { sequence } = Notification.pick({ sequence: true }).parse(JSON.parse(body))
  return { id, type, sequence, body }
}

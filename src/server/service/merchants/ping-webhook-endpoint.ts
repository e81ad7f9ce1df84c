import type { Environment } from '#contract/environment.ts'
import { newId } from '#domain/id.ts'
import { claimDelivery } from '../../database/events/claim-delivery.ts'
import type { Queryable } from '../../database/engine/database.ts'
import type { DeliveryRecord } from '../../database/events/deliveries.ts'
import { insertEvent, readEvent } from '../../database/events/events.ts'
import { deliver, type DeliveryLog } from '../events/deliveries/deliver.ts'
import { eventBody } from '../events/deliveries/event-body.ts'
import type { Sender } from '../../outgoing/send-webhook.ts'
import { findReference } from '../keys/reference.ts'
import { newUuid } from '../keys/new-uuid.ts'
import { recordOperatorAudit, type OperatorContext } from '../audit/operator-context.ts'

export interface Ping {
  environment: Environment
  merchantId: string
  callbackUrl: string
}

const PING_SEQUENCE = 0

/**
 * Delivers a `ping` event to a merchant's webhook endpoint, signed like any delivery, and resolves after the first
 * attempt. The caller leases the delivery in the transaction that inserts it, so that no worker attempts it concurrently;
 * after a failure the workers retry.
 */
export async function pingWebhookEndpoint(
  context: OperatorContext & { sender: Sender; log: DeliveryLog },
  ping: Ping,
): Promise<{ eventId: string; delivery: DeliveryRecord }> {
  const { database, keys, clock, random } = context
  const { merchantId } = ping
  const now = clock()
  const token = newUuid(random)
  const { eventId, due } = await database.transaction(async (tx) => {
    const { eventId, deliveryId } = await insertPing(context, tx, ping, now)
    const due = await claimDelivery(tx, { deliveryId, token, now })
    await recordPing(context, tx, { eventId, merchantId })
    return { eventId, due }
  })
  await deliver(
    {
      ...context,
      wallClock: clock,
      secretKeys: keys.opensWebhookSecrets,
      referenceOf: (sessionId) => findReference({ database, keys }, sessionId),
    },
    due,
    token,
  )
  const event = await readEvent(database, merchantId, eventId)
  const [delivery] = event?.deliveries ?? []
  if (delivery === undefined) throw new Error('the ping has no delivery')
  return { eventId, delivery }
}

/** Leaves a `ping` event to the workers, which deliver it like any other. */
export function queuePing(context: OperatorContext, ping: Ping): Promise<{ eventId: string }> {
  return context.database.transaction(async (tx) => {
    const { eventId } = await insertPing(context, tx, ping, context.clock())
    await recordPing(context, tx, { eventId, merchantId: ping.merchantId })
    return { eventId }
  })
}

async function insertPing(
  { random }: Pick<OperatorContext, 'random'>,
  tx: Queryable,
  { environment, merchantId, callbackUrl }: Ping,
  now: Date,
): Promise<{ eventId: string; deliveryId: string }> {
  const eventId = newId('evt', now, random)
  const deliveryId = newId('dlv', now, random)
  const body = eventBody({
    id: eventId,
    type: 'ping',
    timestamp: now.toISOString(),
    environment,
    sequence: PING_SEQUENCE,
    data: {},
  })
  await insertEvent(tx, {
    id: eventId,
    merchantId,
    sessionId: null,
    type: 'ping',
    sequence: PING_SEQUENCE,
    body,
    createdAt: now,
    deliveryId,
    callbackUrl,
  })
  return { eventId, deliveryId }
}

async function recordPing(
  context: OperatorContext,
  tx: Queryable,
  { eventId, merchantId }: { eventId: string; merchantId: string },
): Promise<void> {
  await recordOperatorAudit(context, tx, {
    action: 'callback.pinged',
    subject: eventId,
    merchantId,
  })
}

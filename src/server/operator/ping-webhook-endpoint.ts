import type { Environment } from '../../contract/environment.ts'
import { newId } from '../../domain/id.ts'
import { claimDelivery } from '../database/claim-delivery.ts'
import type { DeliveryRecord } from '../database/deliveries.ts'
import { insertEvent, readEvent } from '../database/events.ts'
import { deliver, type DeliveryLog } from '../worker/deliveries/deliver.ts'
import { eventBody } from '../worker/deliveries/event-body.ts'
import type { Sender } from '../outgoing/send-webhook.ts'
import { findReference } from '../keys/reference.ts'
import { newUuid } from './new-uuid.ts'
import { recordOperatorAct, type OperatorContext } from './operator-context.ts'

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
  { environment, merchantId, callbackUrl }: Ping,
): Promise<{ eventId: string; delivery: DeliveryRecord }> {
  const { database, keys, clock, random } = context
  const now = clock()
  const id = newId('evt', now, random)
  const deliveryId = newId('dlv', now, random)
  const token = newUuid(random)
  const timestamp = now.toISOString()
  const body = eventBody({
    id,
    type: 'ping',
    timestamp,
    environment,
    sequence: PING_SEQUENCE,
    data: {},
  })
  const due = await database.transaction(async (tx) => {
    await insertEvent(tx, {
      id,
      merchantId,
      sessionId: null,
      type: 'ping',
      sequence: PING_SEQUENCE,
      body,
      createdAt: now,
      deliveryId,
      callbackUrl,
    })
    const due = await claimDelivery(tx, { deliveryId, token, now })
    await recordOperatorAct(context, tx, { action: 'callback.pinged', subject: id, merchantId })
    return due
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
  const event = await readEvent(database, merchantId, id)
  const [delivery] = event?.deliveries ?? []
  if (delivery === undefined) throw new Error('the ping has no delivery')
  return { eventId: id, delivery }
}

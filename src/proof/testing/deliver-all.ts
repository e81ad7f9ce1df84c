import type { ServiceContext } from '#server/service/context.ts'
import { createDeliveryWorker } from '#server/service/events/deliveries/delivery-worker.ts'
import type { ResolveHost } from '#server/outgoing/resolve-host.ts'
import { createSender } from '#server/outgoing/send-webhook.ts'
import { findReference } from '#server/service/keys/reference.ts'

/** Sends all due deliveries, over real sockets. */
export async function deliverAll(
  context: ServiceContext,
  lookup: ResolveHost = async () => [],
): Promise<void> {
  const sender = createSender({
    lookup,
    allowLoopback: true,
    clock: () => new Date(),
  })
  const worker = createDeliveryWorker({
    ...context,
    secretKeys: context.keys.opensWebhookSecrets,
    referenceOf: (sessionId) => findReference(context, sessionId),
    sender,
  })
  while ((await worker.runOnce()) > 0);
  await worker.stop()
  await sender.close()
}

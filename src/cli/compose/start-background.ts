import { createReceiptMailer } from '../../mail/receipt-mailer.ts'
import { createDeliveryWorker } from '../../service/notifications/delivery-worker.ts'
import { createResolveHost } from '../../service/outgoing/resolve-host.ts'
import { createSender } from '../../service/outgoing/send-notification.ts'
import { referenceOf } from '../../service/reference.ts'
import { repeat } from '../../service/worker/repeat.ts'
import { startWorker } from '../../service/worker/worker.ts'
import type { Config } from '../config.ts'
import type { OpenedService } from './open-service.ts'

const SIMULATOR_PAUSE_MS = 500

/** Starts what works without being asked: deliveries, expiry, inquiries, refunds, receipts; in the sandbox also the simulator. */
export function startBackground(
  { allowLoopbackCallbacks, mail }: Config,
  { context, metrics, simulator }: OpenedService,
): { stop(): Promise<void> } {
  const { database, clock, random, keys, log } = context
  const deliveries = createDeliveryWorker({
    database,
    clock,
    wallClock: context.wallClock,
    random,
    masterKey: keys.webhookSecrets,
    sender: createSender({
      lookup: createResolveHost(),
      allowLoopback: allowLoopbackCallbacks,
      clock,
    }),
    referenceOf: (sessionId) => referenceOf(keys.reference, sessionId),
    log,
    metrics,
  })
  deliveries.start()
  const worker = startWorker(
    context,
    mail && { send: createReceiptMailer(mail.server, mail.from), metrics },
  )
  const simulation =
    simulator &&
    repeat('simulate', SIMULATOR_PAUSE_MS, async () => (await simulator.runDue(clock())) > 0, log)
  return {
    async stop() {
      await Promise.all([deliveries.stop(), worker.stop(), simulation?.stop()])
    },
  }
}

import type { Actor } from '../../../server/audit/record-act.ts'
import { createDeliveryWorker } from '../../../server/worker/deliveries/delivery-worker.ts'
import { createResolveHost } from '../../../server/outgoing/resolve-host.ts'
import { createSender } from '../../../server/outgoing/send-notification.ts'
import { lastKeyedRequestAt } from '../../../server/database/idempotency.ts'
import { readMerchant } from '../../../server/database/merchants.ts'
import { liveWebhookSecrets } from '../../../server/database/webhook-secrets.ts'
import { asService } from '../../as-service.ts'
import { asMerchant } from '../../merchant-client.ts'
import { noMerchant } from '../../merchant.ts'
import { TOOL_KEY_PREFIX } from '../../tool-key.ts'
import { webhookSecretOfMerchant } from '../../webhook-secret.ts'
import type { Rehearsal } from './rehearsal.ts'

export interface Opening {
  merchant: string | undefined
  actor: Actor
  signal: AbortSignal
  startedAt: Date
}

/** What a failed try says, the report says. */
const QUIET = { warn: () => {}, error: () => {} }
const CREATE_SESSION = 'POST /v1/sessions'

/** Opens what the checklist needs, as the operator for `--merchant` and else as the merchant, and closes it again. */
export function openRehearsal<T>(
  opening: Opening,
  work: (rehearsal: Rehearsal) => Promise<T>,
): Promise<T> {
  return opening.merchant === undefined
    ? byTheMerchant(opening, work)
    : byTheOperator({ ...opening, merchant: opening.merchant }, work)
}

function runName(startedAt: Date): string {
  return `homologation-${startedAt.getTime()}`
}

/** Delivers as well, so that it works beside a running server and without one. */
function byTheOperator<T>(
  { merchant, actor, signal, startedAt }: Opening & { merchant: string },
  work: (rehearsal: Rehearsal) => Promise<T>,
): Promise<T> {
  return asService(async ({ context, deliveries }) => {
    const { database, keys, clock } = context
    const record = await readMerchant(database, merchant)
    if (record === undefined) throw noMerchant(merchant)
    const secrets = await liveWebhookSecrets(database, keys.opensWebhookSecrets, merchant, clock())
    const lastKeyedSessionAt = await lastKeyedRequestAt(database, {
      merchantId: merchant,
      route: CREATE_SESSION,
      exceptPrefix: TOOL_KEY_PREFIX,
    })
    const worker = createDeliveryWorker({ ...deliveries, log: QUIET }, () => context.time.due())
    worker.start()
    try {
      return await asMerchant({ merchant, actor }, ({ client, merchantId }) =>
        work({
          client,
          merchantId,
          facts: { ...record, lastKeyedSessionAt },
          secrets,
          sender: deliveries.sender,
          clock,
          signal,
          run: runName(startedAt),
        }),
      )
    } finally {
      await worker.stop()
    }
  })
}

function byTheMerchant<T>(
  { signal, startedAt }: Opening,
  work: (rehearsal: Rehearsal) => Promise<T>,
): Promise<T> {
  return asMerchant({}, async ({ client, merchantId }) => {
    const secrets = await webhookSecretOfMerchant()
    const clock = () => new Date()
    const sender = createSender({ lookup: createResolveHost(), allowLoopback: true, clock })
    try {
      return await work({
        client,
        merchantId,
        facts: undefined,
        secrets: secrets === undefined ? [] : [secrets],
        sender,
        clock,
        signal,
        run: runName(startedAt),
      })
    } finally {
      await sender.close()
    }
  })
}

import type { OperatorAccess } from '#client/tools/host.ts'
import { runName } from '#client/tools/homologate/rehearsal.ts'
import type { Post } from '#client/tools/post.ts'
import { TOOL_KEY_PREFIX } from '#client/tools/tool-key.ts'
import { lastKeyedRequestAt } from '#server/database/idempotency.ts'
import { readMerchant } from '#server/database/merchants/merchants.ts'
import { liveWebhookSecrets } from '#server/database/merchants/webhook-secrets.ts'
import type { Sender } from '#server/outgoing/send-webhook.ts'
import { createDeliveryWorker } from '#server/service/events/deliveries/delivery-worker.ts'
import { actorOf } from '../actor.ts'
import { asSandboxService } from '../as-service.ts'
import { asMerchant } from '../merchant-client.ts'
import { noMerchant } from '../merchant.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'

/** Failed delivery attempts are in the report. */
const QUIET = { warn: () => {}, error: () => {} }
const CREATE_SESSION = 'POST /v1/sessions'

/** Runs a delivery worker too, so that it works without a running server. */
export const openRehearsal: OperatorAccess['openRehearsal'] = (
  command,
  { merchant, ...opening },
  work,
) =>
  asSandboxService(command, async ({ context, deliveries }) => {
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
      return await asMerchant(
        terminalOf(command),
        { merchant, actor: actorOf(command) },
        ({ client, merchantId }) =>
          work({
            client,
            merchantId,
            facts: { ...record, lastKeyedSessionAt },
            secrets,
            post: postBy(deliveries.sender),
            clock,
            signal: opening.signal,
            run: runName(opening),
            made: [],
          }),
      )
    } finally {
      await worker.stop()
    }
  })

/** Uses the deliveries' HTTP client, with its protection against SSRF. It sends a body whole, and names in lower case. */
function postBy(sender: Sender): Post {
  return async ({ url, headers, body }) => {
    const answer = await sender.post({
      url: url.href,
      body,
      headers: { 'user-agent': 'HostedCheckout/1', 'content-type': 'application/json', ...headers },
    })
    const { statusCode = null, error = null, durationMs, responseExcerpt: excerpt = '' } = answer
    return { statusCode, error, durationMs, excerpt, bodyBytes: excerpt.length }
  }
}

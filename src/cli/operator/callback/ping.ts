import type { Command } from 'commander'
import { pingWebhookEndpoint } from '#server/service/merchants/ping-webhook-endpoint.ts'
import { callbackLookup } from '#server/outgoing/resolve-host.ts'
import { createSender } from '#server/outgoing/send-webhook.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { merchantOption } from '../../merchant-option.ts'
import { countLiveSecrets, requireMerchant } from '../../merchant.ts'
import { print } from '#client/tools/command-line/output.ts'
import { fields } from '#client/tools/command-line/table.ts'

/** The command prints the failed attempt itself. */
const QUIET = { warn: () => {}, error: () => {} }

export function addPing(callback: Command): void {
  callback
    .command('ping')
    .summary('send a test notification now')
    .description(
      'Sends a signed "ping" from this machine and shows what came back. Ends with 1 unless that was a 2xx.',
    )
    .addOption(merchantOption())
    .addHelpText('after', examples('callback ping --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'))
    .action(async ({ merchant }: { merchant: string }, command: Command) => {
      const result = await asOperator(command, (operator) => ping(operator, merchant))
      const { url, eventId, status, statusCode, error, durationMs } = result
      answer(command, result, (terminal) =>
        print(
          terminal,
          fields({
            'Sent to': url,
            Event: eventId,
            Answer: statusCode === null ? (error ?? 'none') : String(statusCode),
            Took: `${durationMs} ms`,
            ...(result.responseExcerpt !== null && {
              Body: JSON.stringify(result.responseExcerpt),
            }),
          }),
        ),
      )
      if (status !== 'succeeded') throw new CommandFailure(`The ping failed: ${reasonOf(result)}`)
    })
}

function reasonOf({ statusCode, error }: { statusCode: number | null; error: string | null }) {
  if (statusCode === null) return `there was no answer (${error ?? 'unknown'}).`
  if (statusCode === 410) return 'the answer 410 means gone, so the callback is disabled now.'
  return `the answer was ${statusCode}, and only 2xx is success. It will be tried again.`
}

async function ping(operator: Operator, id: string) {
  const { config, clock } = operator
  const { id: merchantId, callbackUrl } = await requireMerchant(operator, id)
  if (callbackUrl === null)
    throw new CommandFailure(
      `Merchant ${merchantId} has no callback. Set one: npx --no checkout callback set --merchant ${merchantId} --url …`,
    )
  await countLiveSecrets(operator, merchantId)
  const sender = createSender({
    lookup: callbackLookup(config.callbackNetworks),
    allowLoopback: config.allowLoopbackCallbacks,
    networks: config.callbackNetworks,
    clock,
  })
  const { eventId, delivery } = await pingWebhookEndpoint(
    { ...operator, sender, log: QUIET },
    { environment: config.environment, merchantId, callbackUrl },
  )
  const [attempt] = delivery.attempts
  if (attempt === undefined) throw new Error('the ping was not tried')
  return {
    eventId,
    deliveryId: delivery.id,
    url: delivery.url,
    status: delivery.status,
    statusCode: attempt.statusCode,
    error: attempt.error,
    durationMs: attempt.durationMs,
    responseExcerpt: attempt.responseExcerpt,
    nextAttemptAt: delivery.nextAttemptAt,
  }
}

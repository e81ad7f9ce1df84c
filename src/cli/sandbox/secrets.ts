import type { Command } from 'commander'
import type { OperatorAccess } from '#client/tools/host.ts'
import { UNKNOWN_EVENT } from '#client/tools/verify/evidence.ts'
import { notificationOf } from '#server/service/events/present-event.ts'
import { readEvent } from '#server/database/events/events.ts'
import { liveWebhookSecrets } from '#server/database/merchants/webhook-secrets.ts'
import { asOperator } from '../as-operator.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { requireMerchant } from '../merchant.ts'

/** A sandbox merchant's webhook secrets in force. */
export function readSecrets(command: Command, merchantId: string): Promise<readonly string[]> {
  return asOperator(command, async (operator) => {
    if (operator.config.environment !== 'sandbox')
      throw new CommandFailure('Only the sandbox can do that.')
    const { id } = await requireMerchant(operator, merchantId)
    const { database, keys, clock } = operator
    return liveWebhookSecrets(database, keys.opensWebhookSecrets, id, clock())
  })
}

export const readSent: OperatorAccess['readSent'] = (command, { merchantId, eventId, now }) =>
  asOperator(command, async (operator) => {
    await requireMerchant(operator, merchantId)
    const { database, keys } = operator
    const secrets = await liveWebhookSecrets(database, keys.opensWebhookSecrets, merchantId, now)
    if (eventId === undefined) return { secrets, sentBody: undefined, notes: [] }
    const event = await readEvent(database, merchantId, eventId)
    if (event === undefined) return { secrets, sentBody: undefined, notes: [UNKNOWN_EVENT] }
    const body = await notificationOf(operator, event)
    const attempts = event.deliveries.flatMap((delivery) => delivery.attempts)
    const sentAt = [event.createdAt, ...attempts.map(({ startedAt }) => startedAt)]
    return { secrets, sentBody: new TextEncoder().encode(body), sentAt, notes: [] }
  })

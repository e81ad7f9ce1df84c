import type { Command } from 'commander'
import { CheckoutError } from '../../../client/index.ts'
import { parseApiKey } from '../../../domain/api-key.ts'
import { idPattern } from '../../../domain/id.ts'
import { notificationOf } from '../../../server/api/events/present-event.ts'
import { readEvent } from '../../../server/database/events.ts'
import { liveWebhookSecrets } from '../../../server/database/webhook-secrets.ts'
import { asOperator } from '../../as-operator.ts'
import { CommandFailure, EXIT } from '../../exit.ts'
import { configuredClient } from '../../merchant-client.ts'
import { requireMerchant } from '../../merchant.ts'

/** What is known beside the request: secrets, and the body as it was sent. */
export interface Known {
  secrets: string[]
  otherSecrets: string[]
  sentBody: Uint8Array | undefined
  notes: string[]
}

/** Reads the secret of the handler, and of `--merchant` or by the API what was sent under this id. */
export async function readKnown(
  { merchant, now }: { merchant?: string | undefined; now: Date },
  webhookId: string | undefined,
  command: Command,
): Promise<Known> {
  const { WEBHOOK_SECRET: secret = '', API_KEY: apiKey = '' } = process.env
  if (secret === '' && merchant === undefined)
    throw new CommandFailure(
      'Give the secret in the variable WEBHOOK_SECRET, or --merchant beside the server.',
      EXIT.usage,
    )
  const own = secret === '' ? [] : [secret]
  const eventId =
    webhookId !== undefined && idPattern('evt').test(webhookId) ? webhookId : undefined
  if (merchant === undefined)
    return { secrets: own, otherSecrets: [], ...(await sentByApi(apiKey, eventId)) }
  const { secrets, ...sent } = await sentByMerchant(command, merchant, eventId, now)
  return own.length === 0
    ? { secrets, otherSecrets: [], ...sent }
    : { secrets: own, otherSecrets: secrets, ...sent }
}

type Sent = Pick<Known, 'sentBody' | 'notes'>

const UNKNOWN_EVENT =
  'No event of this merchant has this webhook-id: the request is of another merchant or environment, or no delivery.'

function sentByMerchant(
  command: Command,
  merchantId: string,
  eventId: string | undefined,
  now: Date,
): Promise<Sent & { secrets: string[] }> {
  return asOperator(command, async (operator) => {
    await requireMerchant(operator, merchantId)
    const { database, keys } = operator
    const secrets = await liveWebhookSecrets(database, keys.opensWebhookSecrets, merchantId, now)
    if (eventId === undefined) return { secrets, sentBody: undefined, notes: [] }
    const event = await readEvent(database, merchantId, eventId)
    if (event === undefined) return { secrets, sentBody: undefined, notes: [UNKNOWN_EVENT] }
    const body = await notificationOf(operator, event)
    return { secrets, sentBody: new TextEncoder().encode(body), notes: [] }
  })
}

async function sentByApi(apiKey: string, eventId: string | undefined): Promise<Sent> {
  if (apiKey === '' || eventId === undefined) return { sentBody: undefined, notes: [] }
  const key = parseApiKey(apiKey)
  const client = configuredClient(key.ok ? key.environment : 'sandbox')
  try {
    const { notification } = await client.events.get(eventId)
    // The API writes it as it was sent, and JSON keeps the order.
    return { sentBody: new TextEncoder().encode(JSON.stringify(notification)), notes: [] }
  } catch (error) {
    if (!(error instanceof CheckoutError) || error.code !== 'not_found') throw error
    return { sentBody: undefined, notes: [UNKNOWN_EVENT] }
  }
}

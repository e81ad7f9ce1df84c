import type { Command } from 'commander'
import { parseApiKey } from '#domain/api-key.ts'
import { idPattern } from '#domain/id.ts'
import { isCheckoutError } from '../../errors.ts'
import { configuredClient } from '../by-key.ts'
import { CommandFailure, EXIT } from '../command-line/exit.ts'
import { terminalOf } from '../command-line/terminal-of.ts'
import type { Terminal } from '../command-line/terminal.ts'
import type { Host, SentEvent } from '../host.ts'

/** Secrets and the original body, to compare the saved request with. */
export interface Known extends SentEvent {
  secrets: string[]
  otherSecrets: string[]
}

/** Reads the handler's secret, and the original body: by `--merchant` from the database, else from the API. */
export async function readKnown(
  { operator }: Host,
  command: Command,
  { webhookId, now }: { webhookId: string | undefined; now: Date },
): Promise<Known> {
  const terminal = terminalOf(command)
  const { merchant: merchantId } = command.opts<{ merchant?: string }>()
  const { WEBHOOK_SECRET: secret = '' } = terminal.env
  const own = secret === '' ? [] : [secret]
  const eventId =
    webhookId !== undefined && idPattern('evt').test(webhookId) ? webhookId : undefined
  if (operator === undefined || merchantId === undefined) {
    if (secret === '') throw noSecret(operator !== undefined)
    return { secrets: own, otherSecrets: [], ...(await sentByApi(terminal, eventId)) }
  }
  const { secrets, ...sent } = await operator.readSent(command, { merchantId, eventId, now })
  return own.length === 0
    ? { secrets, otherSecrets: [], ...sent }
    : { secrets: own, otherSecrets: secrets, ...sent }
}

function noSecret(hasMerchantOption: boolean): CommandFailure {
  return hasMerchantOption
    ? new CommandFailure(
        'Give the secret in the variable WEBHOOK_SECRET, or --merchant beside the server.',
        EXIT.usage,
      )
    : new CommandFailure(
        "Set the variable WEBHOOK_SECRET to the handler's secret, which begins with whsec_.",
        EXIT.configuration,
      )
}

export const UNKNOWN_EVENT =
  'No event of this merchant has this webhook-id: the request is of another merchant or environment, or no delivery.'

async function sentByApi(terminal: Terminal, eventId: string | undefined): Promise<SentEvent> {
  const { API_KEY: apiKey = '' } = terminal.env
  if (apiKey === '' || eventId === undefined) return { sentBody: undefined, notes: [] }
  const key = parseApiKey(apiKey)
  const environment = key.ok ? key.environment : 'sandbox'
  const client = configuredClient(terminal, environment, { hasMerchantOption: false })
  try {
    const { notification } = await client.events.get(eventId)
    // The API returns the notification with its keys in the order of the delivery.
    return { sentBody: new TextEncoder().encode(JSON.stringify(notification)), notes: [] }
  } catch (error) {
    if (!isCheckoutError(error) || error.code !== 'not_found') throw error
    return { sentBody: undefined, notes: [UNKNOWN_EVENT] }
  }
}

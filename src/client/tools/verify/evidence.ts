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
  /** Whether the event was looked for. */
  hasLooked: boolean
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
    const hasLooked = (terminal.env['API_KEY'] ?? '') !== ''
    const sent = hasLooked ? await sentByApi(terminal, eventId) : UNREAD
    return { secrets: own, otherSecrets: [], hasLooked, ...sent }
  }
  const { secrets, ...read } = await operator.readSent(command, { merchantId, eventId, now })
  const sent = eventId === undefined ? { ...read, notes: [NO_EVENT_ID] } : read
  return own.length === 0
    ? { secrets, otherSecrets: [], hasLooked: true, ...sent }
    : { secrets: own, otherSecrets: secrets, hasLooked: true, ...sent }
}

const UNREAD: SentEvent = { sentBody: undefined, notes: [] }
const NO_EVENT_ID = 'webhook-id is no id of an event, evt_…, so that none could be read.'

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
  if (eventId === undefined) return { sentBody: undefined, notes: [NO_EVENT_ID] }
  const { API_KEY: apiKey = '' } = terminal.env
  const key = parseApiKey(apiKey)
  const environment = key.ok ? key.environment : 'sandbox'
  const client = configuredClient(terminal, environment, { hasMerchantOption: false })
  try {
    const { notification, createdAt, deliveries } = await client.events.get(eventId)
    const attempts = deliveries.flatMap((delivery) => delivery.attempts)
    const sentAt = [createdAt, ...attempts.map(({ startedAt }) => startedAt)]
    // The API returns the notification with its keys in the order of the delivery.
    const sentBody = new TextEncoder().encode(JSON.stringify(notification))
    return { sentBody, sentAt: sentAt.map((at) => new Date(at)), notes: [] }
  } catch (error) {
    if (!isCheckoutError(error) || error.code !== 'not_found') throw error
    return { sentBody: undefined, notes: [UNKNOWN_EVENT] }
  }
}

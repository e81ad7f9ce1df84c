import { setTimeout as sleep } from 'node:timers/promises'

import type { Client } from 'pg'

import type { ConnectionOptions } from './connection-options.ts'
import { databaseError } from './database-errors.ts'
import type { Log } from './log.ts'

const HEARTBEAT_MS = 15_000
const RECONNECT_DELAY_MIN_MS = 100
/** After a fail-over of the database, events wait for this long at most. */
const RECONNECT_DELAY_MAX_MS = 1_000

export interface Subscription {
  channel: string
  onPayload: (payload: string) => void
  /** Notifications may have been missed. */
  onReconnect: () => void
}

interface Connection {
  client: Client
  lost: AbortSignal
}

/**
 * LISTENs on a dedicated connection and reconnects, with exponential backoff, whenever it is lost.
 * Rejects with `DatabaseUnavailable` when the first connection fails.
 */
export async function listen(
  options: ConnectionOptions,
  subscription: Subscription,
  log: Log,
): Promise<() => Promise<void>> {
  const stop = new AbortController()
  const first = await connect(options, subscription)
  const following = follow(options, subscription, first, stop.signal, log)
  return async () => {
    stop.abort()
    await following
  }
}

async function follow(
  options: ConnectionOptions,
  subscription: Subscription,
  first: Connection,
  stop: AbortSignal,
  log: Log,
): Promise<void> {
  let connection: Connection | undefined = first
  while (connection !== undefined) {
    await untilLost(connection, stop)
    await connection.client.end()
    if (stop.aborted) return
    log.warn(`The connection that listens on ${subscription.channel} was lost; reconnecting.`)
    connection = await reconnect(options, subscription, stop)
    if (connection !== undefined && !stop.aborted) subscription.onReconnect()
  }
}

async function connect(
  options: ConnectionOptions,
  { channel, onPayload }: Subscription,
): Promise<Connection> {
  const client = new options.Client(options)
  const lost = new AbortController()
  client.once('end', () => lost.abort())
  // Every error is followed by `end`, which is handled.
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => onPayload(payload ?? ''))
  try {
    await client.connect()
    await options.onConnect(client)
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    return { client, lost: lost.signal }
  } catch (error) {
    await client.end()
    throw databaseError(error)
  }
}

async function reconnect(
  options: ConnectionOptions,
  subscription: Subscription,
  stop: AbortSignal,
): Promise<Connection | undefined> {
  let delayMs = RECONNECT_DELAY_MIN_MS
  while (!stop.aborted) {
    await pause(delayMs, stop)
    try {
      return await connect(options, subscription)
    } catch {
      delayMs = Math.min(delayMs * 2, RECONNECT_DELAY_MAX_MS)
    }
  }
  return undefined
}

/** Heartbeat: a network can drop a connection without either end noticing. */
async function untilLost({ client, lost }: Connection, stop: AbortSignal): Promise<void> {
  const over = AbortSignal.any([stop, lost])
  while (!over.aborted) {
    await pause(HEARTBEAT_MS, over)
    if (over.aborted) return
    try {
      await client.query('select 1')
    } catch {
      return
    }
  }
}

async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await sleep(durationMs, undefined, { signal }).catch(() => undefined)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { EVENT_TYPES } from '#contract/event-types.ts'
import { verifyWebhook } from '#client/verify-webhook.ts'
import {
  startWebhookReceiver,
  type ReceivedNotification,
  type WebhookReceiver,
} from '../webhook-receiver.ts'

export interface Reply {
  status: number
  body?: string
  headers?: Record<string, string>
}

/** A merchant's webhook receiver in parts, each of which can be faulty. */
export interface Receiver {
  /** Throws for an invalid signature. */
  verify(received: ReceivedNotification, secret: string): Promise<void> | void
  refusal: Reply
  acceptance: Reply
  /** Before verifying. */
  first?(received: ReceivedNotification, receiver: Memory): Reply | undefined
  /** After verifying, before handling. */
  judge?(event: ReceivedEvent, receiver: Memory): Reply | undefined
  /** Whether an event id is new; records it. */
  isNew(id: string, receiver: Memory): Promise<boolean> | boolean
  /** The sessions whose orders a new event gives out; default: its own when it is complete. */
  ships?(event: ReceivedEvent, receiver: Memory): readonly string[]
}

export interface ReceivedEvent {
  id: string
  type: string
  sequence: number
  data: { session?: { id: string } }
}

export interface Memory {
  seen: Set<string>
  sequences: Map<string, number>
  fulfilled: Map<string, number>
  /** Requests that are not answered, as far as the test counts them, and those of them that insert a row. */
  requests: { underWay: number; inserting: number }
}

function giveOut(sessionId: string, { fulfilled }: Memory): void {
  fulfilled.set(sessionId, (fulfilled.get(sessionId) ?? 0) + 1)
}

function sessionOf({ data }: ReceivedEvent): string {
  return data.session?.id ?? ''
}

/** Orders that were not given out before. */
function notYet(sessionIds: Iterable<string>, { fulfilled }: Memory): string[] {
  return [...sessionIds].filter((id) => id !== '' && !fulfilled.has(id))
}

/**
 * Inserts a row, as slowly as a database; where the test counts its requests, also until each of them has come here
 * or has its answer, however slow the machine is.
 */
async function insertRow({ requests }: Memory, durationMs: number): Promise<void> {
  requests.inserting += 1
  await sleep(durationMs)
  while (requests.inserting < requests.underWay) await sleep(1)
  requests.inserting -= 1
}

export const PERFECT: Receiver = {
  async verify({ body, headers }, secret) {
    await verifyWebhook(body, headers, secret)
  },
  refusal: { status: 400 },
  acceptance: { status: 204 },
  isNew(id, { seen }) {
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew
  },
}

function shipsCompleted(event: ReceivedEvent): string[] {
  return event.type === 'session.completed' ? [sessionOf(event)] : []
}

/** Verifies with the reference library of Standard Webhooks instead of the client. */
export const PERFECT_BY_THE_LIBRARY: Receiver = {
  ...PERFECT,
  verify({ body, headers }, secret) {
    new Webhook(secret).verify(body, headers as Record<string, string>)
  },
}

function parsed(body: string): ReceivedEvent {
  try {
    return JSON.parse(body) as ReceivedEvent
  } catch {
    return { id: '', type: 'none', sequence: 0, data: {} }
  }
}

/** Receivers that take nothing genuine, or do nothing with it. */
export const USELESS = {
  'never gives anything out': { ...PERFECT, ships: () => [] },
  'has another secret': {
    ...PERFECT,
    async verify({ body, headers }) {
      await verifyWebhook(body, headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
    },
  },
  'has lost the raw body': {
    ...PERFECT,
    async verify({ headers }, secret) {
      await verifyWebhook('[object Object]', headers, secret)
    },
  },
  'fails always': { ...PERFECT, first: () => ({ status: 500 }) },
} satisfies Record<string, Receiver>

/** Receivers with exactly one fault each. */
export const FAULTY = {
  'accepts anything': { ...PERFECT, verify: () => {} },
  'checks no age': {
    ...PERFECT,
    async verify({ body, headers }, secret) {
      await verifyWebhook(body, headers, secret, { toleranceSeconds: 10 ** 9 })
    },
  },
  'verifies what it wrote itself': {
    ...PERFECT,
    async verify({ body, headers }, secret) {
      await verifyWebhook(JSON.stringify(JSON.parse(body)), headers, secret)
    },
  },
  'handles duplicates again': { ...PERFECT, isNew: () => true },
  'looks first and remembers later': {
    ...PERFECT,
    async isNew(id, memory) {
      const isNew = !memory.seen.has(id)
      await insertRow(memory, 100)
      memory.seen.add(id)
      return isNew
    },
  },
  'remembers before it verifies': {
    ...PERFECT,
    first({ headers }, { sequences: arrivals }) {
      const id = String(headers['webhook-id'])
      arrivals.set(id, (arrivals.get(id) ?? 0) + 1)
      return undefined
    },
    isNew: (id, { sequences: arrivals }) => arrivals.get(id) === 1,
  },
  'fails on types that it does not know': {
    ...PERFECT,
    judge: ({ type }) =>
      (EVENT_TYPES as readonly string[]).includes(type) ? undefined : { status: 500 },
  },
  'refuses fields that it does not know': {
    ...PERFECT,
    judge: (event) => ('unheardOf' in event ? { status: 422 } : undefined),
  },
  'answers 200 to forgeries': {
    ...PERFECT,
    refusal: { status: 200, body: '{"error":"invalid signature"}' },
  },
  'fails instead of refusing': { ...PERFECT, refusal: { status: 500 } },
  'redirects forgeries to a login': {
    ...PERFECT,
    refusal: { status: 302, headers: { location: '/login' } },
  },
  'redirects everything': {
    ...PERFECT,
    first: () => ({ status: 308, headers: { location: '/hooks/' } }),
  },
  'checks only the first signature': {
    ...PERFECT,
    async verify({ body, headers }, secret) {
      const [signature = ''] = String(headers['webhook-signature']).split(' ')
      await verifyWebhook(body, { ...headers, 'webhook-signature': signature }, secret)
    },
  },
  'dies when the order is another': {
    ...PERFECT,
    judge({ id, sequence, data }, { seen, sequences }) {
      const sessionId = data.session?.id
      if (sessionId === undefined || seen.has(id)) return undefined
      if (sequence !== (sequences.get(sessionId) ?? 0) + 1) return { status: 500 }
      sequences.set(sessionId, sequence)
      return undefined
    },
  },
  'parses before it verifies': {
    ...PERFECT,
    first({ body }) {
      try {
        JSON.parse(body)
        return undefined
      } catch {
        return { status: 500 }
      }
    },
  },
  'writes long answers': { ...PERFECT, acceptance: { status: 200, body: 'x'.repeat(5000) } },
  'refuses a ping': {
    ...PERFECT,
    judge: ({ type }) => (type === 'ping' ? { status: 404 } : undefined),
  },
  'gives out before it verifies': {
    ...PERFECT,
    first({ body }, memory) {
      for (const id of notYet(shipsCompleted(parsed(body)), memory)) giveOut(id, memory)
      return undefined
    },
    ships: (event, memory) => notYet(shipsCompleted(event), memory),
  },
  'gives out for a payment before it verifies': {
    ...PERFECT,
    first({ body }, memory) {
      const event = parsed(body)
      const isPaid = event.type === 'payment.succeeded'
      for (const id of isPaid ? notYet([sessionOf(event)], memory) : []) giveOut(id, memory)
      return undefined
    },
    ships: (event, memory) => notYet(shipsCompleted(event), memory),
  },
  'gives out for both events': {
    ...PERFECT,
    ships: (event) =>
      ['payment.succeeded', 'session.completed'].includes(event.type) ? [sessionOf(event)] : [],
  },
  'gives out what is not paid': {
    ...PERFECT,
    ships: (event, memory) => notYet([sessionOf(event)], memory),
  },
  'gives out all that waits': {
    ...PERFECT,
    ships(event, memory) {
      memory.sequences.set(sessionOf(event), event.sequence)
      return event.type === 'session.completed' ? notYet(memory.sequences.keys(), memory) : []
    },
  },
  'gives out another order': {
    ...PERFECT,
    ships(event, { sequences }) {
      sequences.set(sessionOf(event), event.sequence)
      const [first = ''] = [...sequences.keys()].filter((id) => id !== '')
      return event.type === 'session.completed' ? [first] : []
    },
  },
  'waits for an earlier event': {
    ...PERFECT,
    ships(event, { sequences }) {
      if (event.type === 'payment.succeeded') sequences.set(sessionOf(event), event.sequence)
      return shipsCompleted(event).filter((id) => sequences.has(id))
    },
  },
  'leaves out what comes in another order': {
    ...PERFECT,
    ships(event, { sequences }) {
      const id = sessionOf(event)
      if (event.sequence !== (sequences.get(id) ?? 0) + 1) return []
      sequences.set(id, event.sequence)
      return shipsCompleted(event)
    },
  },
  'remembers a moment later': {
    ...PERFECT,
    async isNew(id, memory) {
      const isNew = !memory.seen.has(id)
      await insertRow(memory, 20)
      memory.seen.add(id)
      return isNew
    },
  },
  'reads strictly what is new': {
    ...PERFECT,
    judge: (event, { seen }) =>
      !seen.has(event.id) && event.type === 'session.completed' && 'unheardOf' in event
        ? { status: 500 }
        : undefined,
  },
  'takes no age at all': {
    ...PERFECT,
    async verify({ body, headers }, secret) {
      // Less than the played skew, and more than a busy machine takes to hand over what was just signed.
      await verifyWebhook(body, headers, secret, { toleranceSeconds: 20 })
    },
  },
  'checks only what is past': {
    ...PERFECT,
    async verify({ body, headers }, secret) {
      const isOld = Date.now() / 1000 - Number(headers['webhook-timestamp']) > 300
      await verifyWebhook(body, headers, secret, { toleranceSeconds: isOld ? 300 : 10 ** 9 })
    },
  },
} satisfies Record<string, Receiver>
export type Fault = keyof typeof FAULTY

export interface OpenReceiver {
  receiver: WebhookReceiver
  /** Value of `--state`. */
  state: string
  requests: Memory['requests']
}

export async function openReceiver(parts: Receiver, secret: () => string): Promise<OpenReceiver> {
  const receiver = await startWebhookReceiver()
  const requests = { underWay: 0, inserting: 0 }
  const memory: Memory = { seen: new Set(), sequences: new Map(), fulfilled: new Map(), requests }
  receiver.answer = (received, response) => {
    void reply(parts, received, { secret: secret(), memory }).then(
      ({ status, body = '', headers = {} }) => response.writeHead(status, headers).end(body),
    )
  }
  return { receiver, state: `${new URL(receiver.url).origin}/given-out/{sessionId}`, requests }
}

async function reply(
  parts: Receiver,
  received: ReceivedNotification,
  { secret, memory }: { secret: string; memory: Memory },
): Promise<Reply> {
  const [, sessionId] = /^\/given-out\/(\w+)$/.exec(received.path) ?? []
  if (sessionId !== undefined) {
    const fulfilled = memory.fulfilled.get(sessionId) ?? 0
    return { status: 200, body: JSON.stringify({ fulfilled }) }
  }
  const atFirst = parts.first?.(received, memory)
  if (atFirst !== undefined) return atFirst
  let event: ReceivedEvent
  try {
    await parts.verify(received, secret)
    event = JSON.parse(received.body) as ReceivedEvent
  } catch {
    return parts.refusal
  }
  const verdict = parts.judge?.(event, memory)
  if (verdict !== undefined) return verdict
  if (await parts.isNew(event.id, memory)) {
    const ids = parts.ships?.(event, memory) ?? shipsCompleted(event)
    for (const id of ids) giveOut(id, memory)
  }
  return parts.acceptance
}

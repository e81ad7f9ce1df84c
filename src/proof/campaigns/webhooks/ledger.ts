import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import type { RawRequest } from './read-request.ts'

/** The receivers' record of one event. */
export interface Entry {
  eventId: string
  /** Receivers that got it; one, if all is well. */
  receivers: number[]
  sequence: number
  /** Hash of the first body. */
  bodyHash: string
  times: number
  /** How often the receiver processed it. */
  taken: number
  /** When the receiver first processed the event, in milliseconds of real time. */
  firstTakenMs: number | null
  faults: string[]
}

export interface Ledger {
  /** Records a delivery, and returns its entry. */
  note(receiver: number, secret: string, request: RawRequest): Entry
  take(entry: Entry): void
  entries: ReadonlyMap<string, Entry>
}

const FAULTS_MAX = 3

/** The records of all receivers; each delivery is verified with both libraries. */
export function createLedger(): Ledger {
  const entries = new Map<string, Entry>()
  return {
    entries,
    note(receiver, secret, request) {
      const { headers, body } = request
      const eventId = headers['webhook-id'] ?? ''
      const bodyHash = hashOf(body)
      const known = entries.get(eventId)
      const entry = known ?? newEntry(eventId, body, bodyHash)
      entries.set(eventId, entry)
      entry.times += 1
      if (!entry.receivers.includes(receiver)) entry.receivers.push(receiver)
      const faults = [
        ...whyNotSigned(secret, request),
        ...(entry.bodyHash === bodyHash ? [] : ['came with other bytes than before']),
      ]
      for (const fault of faults) if (entry.faults.length < FAULTS_MAX) entry.faults.push(fault)
      return entry
    },
    take(entry) {
      entry.taken += 1
      entry.firstTakenMs ??= Date.now()
    },
  }
}

export function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('base64').slice(0, 22)
}

function newEntry(eventId: string, body: string, bodyHash: string): Entry {
  const { id, sequence } = JSON.parse(body) as { id: string; sequence: number }
  return {
    eventId,
    receivers: [],
    sequence,
    bodyHash,
    times: 0,
    taken: 0,
    firstTakenMs: null,
    faults: id === eventId ? [] : ['webhook-id is not the id in the body'],
  }
}

function whyNotSigned(secret: string, { headers, body }: RawRequest): string[] {
  return [
    failure('standardwebhooks', () => new Webhook(secret).verify(body, headers)),
    failure('svix', () => new SvixWebhook(secret).verify(body, headers)),
  ].flat()
}

function failure(library: string, verify: () => unknown): string[] {
  try {
    verify()
    return []
  } catch (error) {
    return [`${library} refuses it: ${String(error)}`]
  }
}

import { RETRY_DELAYS_SECONDS } from '#domain/retry-schedule.ts'
import { unsealReference } from '#server/service/events/deliveries/event-body.ts'
import { statement, type Database } from '#server/database/engine/database.ts'
import { hashOf, type Entry } from './ledger.ts'
import type { WebhookStage } from './stage.ts'

interface EventRow {
  id: string
  merchantId: string
  sessionId: string
  sequence: number
  body: string
  status: string
  attempts: number
}

const PAGE = 10_000
const FAULTS_MAX = 20

const EVENTS = statement(
  'campaign: events and deliveries',
  `select e.id, e.merchant_id as "merchantId", e.session_id as "sessionId", e.sequence, e.body, d.status,
     d.attempts_made as attempts
   from events e join deliveries d on d.event_id = e.id where e.id > $1 order by e.id limit ${PAGE}`,
)

export interface Judgement {
  events: number
  /** Delivered more than once: the price of at-least-once delivery. */
  repeated: number
  exhausted: number
  faults: string[]
}

/** Compares the tables with the receivers' records. */
export async function judgeDeliveries(stage: WebhookStage): Promise<Judgement> {
  const entries = new Map<string, Entry>()
  for await (const entry of stage.receivers.ledger()) entries.set(entry.eventId, entry)
  const endpoints = new Map(stage.endpoints.map((endpoint) => [endpoint.merchant.id, endpoint]))
  const sequences = new Map<string, Set<number>>()
  const judgement: Judgement = { events: 0, repeated: 0, exhausted: 0, faults: [] }
  const report = (id: string, fault: string) => {
    if (judgement.faults.length < FAULTS_MAX) judgement.faults.push(`${id}: ${fault}`)
  }

  for await (const event of eventsOf(stage.database)) {
    const { id } = event
    judgement.events += 1
    const endpoint = endpoints.get(event.merchantId)
    const entry = entries.get(id)
    entries.delete(id)
    if (endpoint?.isOutOfOrder === true) {
      judgement.exhausted += 1
      if (event.status !== 'exhausted' || event.attempts !== RETRY_DELAYS_SECONDS.length)
        report(
          id,
          `${event.status} after ${event.attempts} attempts, at a receiver that never works`,
        )
      continue
    }
    if (event.status !== 'succeeded')
      report(id, `ends as ${event.status}, ${event.attempts} attempts`)
    if (entry === undefined || entry.taken === 0) {
      report(id, `is lost: ${endpoint?.kind ?? 'unknown endpoint'} never received it completely`)
      continue
    }
    if (entry.times > 1) judgement.repeated += 1
    for (const fault of entry.faults) report(id, fault)
    if (entry.receivers.length !== 1 || entry.receivers[0] !== endpoint?.index)
      report(
        id,
        `was delivered to receivers ${entry.receivers.join(', ')}, not to ${endpoint?.index}`,
      )
    if (entry.bodyHash !== hashOf(unsealReference(event.body, stage.reference)))
      report(id, 'was delivered with other bytes than were stored')
    if (entry.sequence !== event.sequence)
      report(id, `was delivered with sequence ${entry.sequence}`)
    const known = sequences.get(event.sessionId) ?? new Set()
    sequences.set(event.sessionId, known.add(entry.sequence))
  }
  for (const id of entries.keys()) report(id, 'was delivered, and there is no such event')
  for (const [sessionId, known] of sequences)
    for (let sequence = 1; sequence <= known.size; sequence++)
      if (!known.has(sequence)) report(sessionId, `has a gap in its sequence: ${sequence}`)
  return judgement
}

async function* eventsOf(database: Database): AsyncIterable<EventRow> {
  for (let after = ''; ;) {
    const page: EventRow[] = await database.query<EventRow>(EVENTS, [after])
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

import { RETRY_DELAYS_SECONDS } from '../../../domain/retry-schedule.ts'
import { unsealReference } from '../../../server/worker/deliveries/event-body.ts'
import { statement, type Database } from '../../../server/database/database.ts'
import { hashOf, type Entry } from './ledger.ts'
import type { WebhookStage } from './stage.ts'

interface Told {
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
  /** Came more than once: what at-least-once costs. */
  repeated: number
  exhausted: number
  faults: string[]
}

/** Holds what is in the tables against what the receivers remember. */
export async function judgeDeliveries(stage: WebhookStage): Promise<Judgement> {
  const entries = new Map<string, Entry>()
  for await (const entry of stage.receivers.ledger()) entries.set(entry.eventId, entry)
  const shops = new Map(stage.shops.map((shop) => [shop.merchant.id, shop]))
  const sequences = new Map<string, Set<number>>()
  const judgement: Judgement = { events: 0, repeated: 0, exhausted: 0, faults: [] }
  const report = (id: string, fault: string) => {
    if (judgement.faults.length < FAULTS_MAX) judgement.faults.push(`${id}: ${fault}`)
  }

  for await (const told of eventsOf(stage.database)) {
    const { id } = told
    judgement.events += 1
    const shop = shops.get(told.merchantId)
    const entry = entries.get(id)
    entries.delete(id)
    if (shop?.isOutOfOrder === true) {
      judgement.exhausted += 1
      if (told.status !== 'exhausted' || told.attempts !== RETRY_DELAYS_SECONDS.length)
        report(id, `${told.status} after ${told.attempts} tries, of a receiver that never worked`)
      continue
    }
    if (told.status !== 'succeeded') report(id, `rests as ${told.status}, ${told.attempts} tries`)
    if (entry === undefined || entry.taken === 0) {
      report(id, `is lost: ${shop?.kind ?? 'a stranger'} never had it whole`)
      continue
    }
    if (entry.times > 1) judgement.repeated += 1
    for (const fault of entry.faults) report(id, fault)
    if (entry.receivers.length !== 1 || entry.receivers[0] !== shop?.index)
      report(id, `came to receivers ${entry.receivers.join(', ')}, not to ${shop?.index}`)
    if (entry.bodyHash !== hashOf(unsealReference(told.body, stage.reference)))
      report(id, 'came with other bytes than were written down')
    if (entry.sequence !== told.sequence) report(id, `came as number ${entry.sequence}`)
    const known = sequences.get(told.sessionId) ?? new Set()
    sequences.set(told.sessionId, known.add(entry.sequence))
  }
  for (const id of entries.keys()) report(id, 'came, and there is no such event')
  for (const [sessionId, known] of sequences)
    for (let sequence = 1; sequence <= known.size; sequence++)
      if (!known.has(sequence)) report(sessionId, `has a gap in its sequence: ${sequence}`)
  return judgement
}

async function* eventsOf(database: Database): AsyncIterable<Told> {
  for (let after = ''; ;) {
    const page: Told[] = await database.query<Told>(EVENTS, [after])
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

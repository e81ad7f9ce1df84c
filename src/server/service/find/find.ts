import type { Customer } from '#contract/session.ts'
import { interpretFind, type Reading, type Unsearchable } from '#domain/find-query.ts'
import { maskPerson, type MaskedPerson } from '#domain/mask-person.ts'
import { readApiKey, type ApiKeyRecord } from '../../database/keys/api-keys.ts'
import type { Queryable } from '../../database/engine/database.ts'
import {
  findEvent,
  findEventOfDelivery,
  findMerchant,
  findMerchantsOfName,
  type FoundEvent,
  type FoundMerchant,
} from '../../database/sessions/find-others.ts'
import { findSessions, type FoundSession } from '../../database/sessions/find-sessions.ts'
import type { OperatorContext } from '../audit/operator-context.ts'
import { isWithin, merchantOf, type Scope } from '../people/scope.ts'
import { readPhone } from '../shoppers/read-phone.ts'
import { recordFinding } from './record-finding.ts'
import { sessionTermsOf } from './session-term.ts'

export interface FindInput {
  /** As it was typed or pasted. */
  text: string
  /** Whether e-mail, name, phone, tax id and address are returned in full; the read of each person is recorded. */
  showsPersons: boolean
}

/** Why something was found: the readings of the text that led to it. */
interface Found {
  why: Reading['kind'][]
}

export type SessionHit = Found &
  Omit<FoundSession, 'customer'> & {
    kind: 'session'
    /** Masked unless persons are shown. */
    customer: Customer | MaskedPerson
  }

export type Hit =
  | SessionHit
  | (Found & FoundEvent & { kind: 'event' })
  | (Found & FoundMerchant & { kind: 'merchant' })
  | (Found & { kind: 'apiKey'; id: string; apiKey: ApiKeyRecord })

export type FindAnswer =
  /** The text is a secret or a card number, and was not searched for. */
  | { isSearched: false; as: Unsearchable }
  | {
      isSearched: true
      readings: readonly Reading[]
      /** In the order of the readings; for each reading, the newest first. */
      hits: Hit[]
      /** Whether there are more hits than were returned. */
      hasMore: boolean
    }

const HITS_MAX = 20
const MERCHANTS_MAX = 5

/**
 * Finds what a text may mean, in one merchant or in all, by at most six statements that are sent at once. A
 * search by e-mail, phone or tax id is recorded as a read of personal data before it is answered, and so is each person shown.
 */
export async function find(
  context: OperatorContext,
  scope: Scope,
  { text, showsPersons }: FindInput,
): Promise<FindAnswer> {
  const interpretation = interpretFind(text, (phone) => readPhone(phone, ''))
  if (!interpretation.isSearchable) return { isSearched: false, as: interpretation.as }
  const { readings } = interpretation
  const found = await Promise.all(readings.map((reading) => hitsOf(context, scope, reading)))
  const merged = merge(found.flat())
  const hits = merged.slice(0, HITS_MAX)
  const sessions = hits.filter((hit) => hit.kind === 'session')
  await recordFinding(context, scope, { readings, sessions, showsPersons })
  return {
    isSearched: true,
    readings,
    hits: showsPersons ? hits : hits.map(masked),
    hasMore: merged.length > HITS_MAX,
  }
}

async function hitsOf(
  { database }: OperatorContext,
  scope: Scope,
  reading: Reading,
): Promise<Hit[]> {
  const why = [reading.kind]
  const within = { merchantId: merchantOf(scope), limit: HITS_MAX + 1 }
  const terms = sessionTermsOf(reading)
  if (terms.length > 0) {
    const found = await Promise.all(terms.map((term) => findSessions(database, term, within)))
    return found.flat().map((session) => ({ kind: 'session', why, ...session }))
  }
  if (reading.kind === 'id') return ofId(database, scope, reading)
  const merchants = await merchantsOf(database, scope, reading)
  return merchants.map((merchant) => ({ kind: 'merchant', why, ...merchant }))
}

async function ofId(
  database: Queryable,
  scope: Scope,
  { prefix, id }: Extract<Reading, { kind: 'id' }>,
): Promise<Hit[]> {
  const why: Found['why'] = ['id']
  if (prefix === 'key') {
    const key = await readApiKey(database, id)
    const isOwn = key !== undefined && isWithin(scope, key.merchantId)
    return isOwn ? [{ kind: 'apiKey', why, id, apiKey: key }] : []
  }
  const findIt = prefix === 'evt' ? findEvent : findEventOfDelivery
  const events = await findIt(database, id, merchantOf(scope))
  return events.map((event) => ({ kind: 'event', why, ...event }))
}

async function merchantsOf(
  database: Queryable,
  scope: Scope,
  reading: Reading,
): Promise<FoundMerchant[]> {
  if (reading.kind === 'merchantName') {
    const few = { merchantId: merchantOf(scope), limit: MERCHANTS_MAX }
    return findMerchantsOfName(database, reading.name, few)
  }
  const isOwn = reading.kind === 'merchantId' && isWithin(scope, reading.merchantId)
  return isOwn ? findMerchant(database, reading.merchantId) : []
}

/** Merges the hits of the same thing, with all readings that led to it. */
function merge(hits: readonly Hit[]): Hit[] {
  const merged = new Map<string, Hit>()
  for (const hit of hits) {
    const name = hit.kind === 'session' ? `${hit.id} ${hit.payment?.id}` : hit.id
    const known = merged.get(name)
    if (known === undefined) merged.set(name, { ...hit, why: [...hit.why] })
    else known.why.push(...hit.why)
  }
  return [...merged.values()]
}

function masked(hit: Hit): Hit {
  return hit.kind === 'session' ? { ...hit, customer: maskPerson(hit.customer) } : hit
}

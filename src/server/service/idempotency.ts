import { LIMITS } from '#contract/limits.ts'
import type { Queryable } from '../database/engine/database.ts'
import {
  claimIdempotencyKey,
  readIdempotencyKey,
  releaseIdempotencyKey,
  saveMade,
  type IdempotencyRecord,
} from '../database/idempotency.ts'
import type { ServiceContext } from './context.ts'
import { sealReference, unsealReference } from './events/deliveries/event-body.ts'
import { findReference } from './keys/reference.ts'
import { refuse, type Done, type Outcome } from './outcome.ts'

const LEASE_MS = 30_000

/** A request with an Idempotency-Key: the same key and value of the body are the same request. */
export interface IdempotentRequest {
  route: string
  key: string
  /** SHA-256 of the body's bytes, the only hash that earlier releases have stored. */
  bodyHash: Buffer
  /** SHA-256 of the body's value as canonical JSON. */
  valueHash: Buffer
}

/** An answer of the API, which is stored beside the id of what was made. Use cases only pass it on. */
export interface KeptAnswer {
  status: number
  location: string | null
  body: string
}

/** How a caller is given what was made: the API by an answer that is kept, other callers by the object itself. */
export interface Presenter<T, Shown> {
  present(value: T): Shown | Promise<Shown>
  /** The answer to keep; null: only the id is kept, and a repetition reads the object. */
  keeps(shown: Shown): KeptAnswer | null
  repeats(kept: KeptAnswer): Shown | null
}

/** Gives the caller the object itself. What other callers have kept is left alone. */
export function asObject<T>(): Presenter<T, T> {
  return { present: (value) => value, keeps: () => null, repeats: () => null }
}

/** Idempotency keys created before this time have expired. */
export function idempotencyCutoff(now: Date): Date {
  return new Date(now.getTime() - LIMITS.idempotencyHours * 3_600_000)
}

/** What the first request under a key was, as a later one sees it. */
export interface FirstRequest {
  isSame: boolean
  /** The id of what it has made; null while it runs. */
  madeId: string | null
  kept: KeptAnswer | null
}

/** Until when a request may run before another one may take it over, in real time. */
export interface Lease {
  wallNow: Date
  leasedUntil: Date
}

/** The record of a request with an idempotency key: of a merchant and route, or of a person of the dashboard. */
export interface RequestRecord {
  /** Distinguishes the request from all others on the same object. */
  key: string
  /**
   * Claims the key under a lease; false when it is taken. A key whose request crashed can be claimed by the same request once its
   * lease has expired.
   */
  claim(tx: Queryable, lease: Lease): Promise<boolean>
  /** Undefined: the key is new, or forgotten. */
  read(tx: Queryable): Promise<FirstRequest | undefined>
  /** Keeps the id of what was made, and the API's answer, if there is one. */
  keep(tx: Queryable, madeId: string, answer: KeptAnswer | null): Promise<void>
  /** Releases the key of a request that changed nothing. */
  release(tx: Queryable): Promise<void>
}

/** The record of a request: a person's own, or that of the merchant and route. */
export function recordOf(
  context: Pick<ServiceContext, 'clock'>,
  merchantId: string,
  idempotent: IdempotentRequest | RequestRecord | undefined,
): RequestRecord | undefined {
  return idempotent === undefined || 'claim' in idempotent
    ? idempotent
    : recordOfMerchant(context, merchantId, idempotent)
}

export function recordOfMerchant(
  { clock }: Pick<ServiceContext, 'clock'>,
  merchantId: string,
  request: IdempotentRequest,
): RequestRecord {
  const name = { merchantId, ...request }
  return {
    key: request.key,
    claim(tx, lease) {
      const now = clock()
      const { bodyHash, valueHash } = request
      const forgetBefore = idempotencyCutoff(now)
      return claimIdempotencyKey(tx, name, { bodyHash, valueHash, now, forgetBefore, ...lease })
    },
    async read(tx) {
      const first = await readIdempotencyKey(tx, name)
      const isForgotten = first !== undefined && first.createdAt < idempotencyCutoff(clock())
      return first === undefined || isForgotten ? undefined : firstRequest(first, request)
    },
    keep: (tx, madeId, answer) => saveMade(tx, name, madeId, answer),
    release: (tx) => releaseIdempotencyKey(tx, name),
  }
}

function firstRequest(first: IdempotencyRecord, request: IdempotentRequest): FirstRequest {
  const { madeId, responseStatus: status, responseLocation: location, responseBody: body } = first
  return {
    // guard: same-body
    isSame: isSameBody(first, request),
    madeId,
    kept: status === null || body === null ? null : { status, location, body },
  }
}

/** Compares values, not bytes: a client may write the same body in another order of fields. */
function isSameBody(first: IdempotencyRecord, request: IdempotentRequest): boolean {
  return (
    first.bodyHash.equals(request.bodyHash) || first.valueHash?.equals(request.valueHash) === true
  )
}

/** A request, its record, and what it makes. */
export interface RequestOnce<T, Shown> {
  record: RequestRecord | undefined
  /** The session whose reference the answer contains, by the id of what was made; null: the answer contains none. */
  sessionIdOf: (madeId: string) => string | null
  idOf: (made: T) => string
  /** Reads what an equal request has made. Throws `RollBack` where it is shown once. */
  read: (db: Queryable, id: string) => Promise<T | undefined>
  presenter: Presenter<T, Shown>
}

/**
 * Claims the idempotency key of a request under a lease. Returns `undefined` to run it: this is the
 * first run, or the lease of a crashed one has expired. Otherwise returns what was made, or a refusal.
 */
export async function beginOnce<T, Shown>(
  context: ServiceContext,
  tx: Queryable,
  request: RequestOnce<T, Shown>,
): Promise<Outcome<Shown> | undefined> {
  const { record } = request
  if (record === undefined) return undefined
  const wallNow = context.wallClock()
  const leasedUntil = new Date(wallNow.getTime() + LEASE_MS)
  if (await record.claim(tx, { wallNow, leasedUntil })) return undefined
  return repeatedRequest(context, tx, { ...request, record })
}

/** Answers a request whose idempotency key is taken: with what was made, or with a refusal. */
export async function repeatedRequest<T, Shown>(
  context: ServiceContext,
  db: Queryable,
  request: RequestOnce<T, Shown> & { record: RequestRecord },
): Promise<Outcome<Shown>> {
  const first = madeBefore(await request.record.read(db))
  return first.outcome === 'refused' ? first : repeated(context, db, request, first.value)
}

interface MadeBefore {
  id: string
  kept: KeptAnswer | null
}

/** What the request has made whose idempotency key is taken. */
function madeBefore(first: FirstRequest | undefined): Outcome<MadeBefore> {
  if (first === undefined)
    return refuse(
      'idempotency_in_progress',
      'The first request with this key is just ending. Try again.',
    )
  if (!first.isSame)
    return refuse(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body. Use a new key for a new request.',
    )
  const { madeId: id, kept } = first
  if (id === null)
    return refuse(
      'idempotency_in_progress',
      'The first request with this key still runs. Try again in a moment.',
      { retryAfter: 1 },
    )
  return { outcome: 'done', value: { id, kept }, isRepeated: true }
}

async function repeated<T, Shown>(
  context: ServiceContext,
  tx: Queryable,
  request: RequestOnce<T, Shown>,
  { id, kept }: MadeBefore,
): Promise<Done<Shown>> {
  const shown =
    kept &&
    request.presenter.repeats(
      await withReference(unsealReference, context, request.sessionIdOf(id), kept),
    )
  if (shown !== null) return { outcome: 'done', value: shown, isRepeated: true }
  const made = await request.read(tx, id)
  if (made === undefined) throw new Error('what the first request made is gone')
  const answer =
    kept === null
      ? // No call of the API has asked before: from now on its answer stays the same.
        await keep(context, tx, request, made)
      : await request.presenter.present(made)
  return { outcome: 'done', value: answer, isRepeated: true }
}

/** Records what a request has made under its idempotency key, in the transaction of the change. */
export async function recordMade<T, Shown>(
  context: ServiceContext,
  tx: Queryable,
  request: RequestOnce<T, Shown>,
  made: T,
): Promise<Done<Shown>> {
  return { outcome: 'done', value: await keep(context, tx, request, made) }
}

async function keep<T, Shown>(
  context: ServiceContext,
  tx: Queryable,
  request: RequestOnce<T, Shown>,
  made: T,
): Promise<Shown> {
  const { record, idOf, sessionIdOf, presenter } = request
  const shown = await presenter.present(made)
  if (record === undefined) return shown
  const answer = presenter.keeps(shown)
  const kept =
    answer && (await withReference(sealReference, context, sessionIdOf(idOf(made)), answer))
  await record.keep(tx, idOf(made), kept)
  return shown
}

/** Seals the reference of a session in an answer, or restores it. */
async function withReference(
  replace: (body: string, reference: string) => string,
  context: ServiceContext,
  sessionId: string | null,
  answer: KeptAnswer,
): Promise<KeptAnswer> {
  if (sessionId === null) return answer
  return { ...answer, body: replace(answer.body, await findReference(context, sessionId)) }
}

/** Runs a request in one transaction that commits its idempotency key, its change and what it made. */
export function once<T, Shown>(
  context: ServiceContext,
  request: RequestOnce<T, Shown>,
  work: (tx: Queryable) => Promise<Outcome<T>>,
): Promise<Outcome<Shown>> {
  return context.database.transaction(async (tx) => {
    const earlier = await beginOnce(context, tx, request)
    if (earlier !== undefined) return earlier
    const result = await work(tx)
    if (result.outcome === 'done') return recordMade(context, tx, request, result.value)
    await request.record?.release(tx)
    return result
  })
}

/**
 * Runs a request of several transactions, with a call to the processor between them. When it fails,
 * the completed steps stay and the idempotency key is released.
 */
export async function onceInSteps<T, Shown>(
  context: ServiceContext,
  request: RequestOnce<T, Shown>,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<Shown>> {
  const { database } = context
  const earlier = await database.transaction((tx) => beginOnce(context, tx, request))
  if (earlier !== undefined) return earlier
  const release = () => database.transaction(async (tx) => request.record?.release(tx))
  const result = await work().catch(async (error: unknown) => {
    await release()
    throw error
  })
  if (result.outcome === 'refused') {
    await release()
    return result
  }
  return database.transaction((tx) => recordMade(context, tx, request, result.value))
}

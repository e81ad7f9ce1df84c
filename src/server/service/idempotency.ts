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

/** A merchant's request, and what it makes. */
export interface RequestOfMerchant<T, Shown> {
  merchantId: string
  idempotent: IdempotentRequest | undefined
  /** The session whose reference the answer contains, by the id of what was made; null: the answer contains none. */
  sessionIdOf: (madeId: string) => string | null
  idOf: (made: T) => string
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
  request: RequestOfMerchant<T, Shown>,
): Promise<Outcome<Shown> | undefined> {
  const { merchantId, idempotent } = request
  if (idempotent === undefined) return undefined
  const now = context.clock()
  const wallNow = context.wallClock()
  const claimed = await claimIdempotencyKey(
    tx,
    { merchantId, ...idempotent },
    {
      bodyHash: idempotent.bodyHash,
      valueHash: idempotent.valueHash,
      now,
      wallNow,
      leasedUntil: new Date(wallNow.getTime() + LEASE_MS),
      forgetBefore: idempotencyCutoff(now),
    },
  )
  return claimed ? undefined : repeatedRequest(context, tx, { ...request, idempotent })
}

/** Answers a request whose idempotency key is taken: with what was made, or with a refusal. */
export async function repeatedRequest<T, Shown>(
  context: ServiceContext,
  db: Queryable,
  request: RequestOfMerchant<T, Shown> & { idempotent: IdempotentRequest },
): Promise<Outcome<Shown>> {
  const { merchantId, idempotent } = request
  const record = await readIdempotencyKey(db, { merchantId, ...idempotent })
  const first = madeBefore(record, idempotent)
  return first.outcome === 'refused' ? first : repeated(context, db, request, first.value)
}

interface MadeBefore {
  id: string
  kept: KeptAnswer | null
}

/** What the request has made whose idempotency key is taken. */
function madeBefore(
  first: IdempotencyRecord | undefined,
  request: IdempotentRequest,
): Outcome<MadeBefore> {
  if (first === undefined)
    return refuse(
      'idempotency_in_progress',
      'The first request with this key is just ending. Try again.',
    )
  // guard: same-body
  if (!isSameBody(first, request))
    return refuse(
      'idempotency_key_reused',
      'This Idempotency-Key was used with another body. Use a new key for a new request.',
    )
  if (first.madeId === null)
    return refuse(
      'idempotency_in_progress',
      'The first request with this key still runs. Try again in a moment.',
      { retryAfter: 1 },
    )
  const { responseStatus: status, responseLocation: location, responseBody: body } = first
  const kept = status === null || body === null ? null : { status, location, body }
  return { outcome: 'done', value: { id: first.madeId, kept }, isRepeated: true }
}

/** Compares values, not bytes: a client may write the same body in another order of fields. */
function isSameBody(first: IdempotencyRecord, request: IdempotentRequest): boolean {
  return (
    first.bodyHash.equals(request.bodyHash) || first.valueHash?.equals(request.valueHash) === true
  )
}

async function repeated<T, Shown>(
  context: ServiceContext,
  tx: Queryable,
  request: RequestOfMerchant<T, Shown>,
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
  request: RequestOfMerchant<T, Shown>,
  made: T,
): Promise<Done<Shown>> {
  return { outcome: 'done', value: await keep(context, tx, request, made) }
}

async function keep<T, Shown>(
  context: ServiceContext,
  tx: Queryable,
  request: RequestOfMerchant<T, Shown>,
  made: T,
): Promise<Shown> {
  const { merchantId, idempotent, idOf, sessionIdOf, presenter } = request
  const shown = await presenter.present(made)
  if (idempotent === undefined) return shown
  const answer = presenter.keeps(shown)
  const kept =
    answer && (await withReference(sealReference, context, sessionIdOf(idOf(made)), answer))
  await saveMade(tx, { merchantId, ...idempotent }, idOf(made), kept)
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

/** Releases the idempotency key of a refused request: nothing changed, so the key can be used again. */
export async function releaseRequest(
  tx: Queryable,
  {
    merchantId,
    idempotent,
  }: Pick<RequestOfMerchant<unknown, unknown>, 'merchantId' | 'idempotent'>,
): Promise<void> {
  if (idempotent !== undefined) await releaseIdempotencyKey(tx, { merchantId, ...idempotent })
}

/** Runs a request in one transaction that commits its idempotency key, its change and what it made. */
export function once<T, Shown>(
  context: ServiceContext,
  request: RequestOfMerchant<T, Shown>,
  work: (tx: Queryable) => Promise<Outcome<T>>,
): Promise<Outcome<Shown>> {
  return context.database.transaction(async (tx) => {
    const earlier = await beginOnce(context, tx, request)
    if (earlier !== undefined) return earlier
    const result = await work(tx)
    if (result.outcome === 'done') return recordMade(context, tx, request, result.value)
    await releaseRequest(tx, request)
    return result
  })
}

/**
 * Runs a request of several transactions, with a call to the processor between them. When it fails,
 * the completed steps stay and the idempotency key is released.
 */
export async function onceInSteps<T, Shown>(
  context: ServiceContext,
  request: RequestOfMerchant<T, Shown>,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<Shown>> {
  const { database } = context
  const earlier = await database.transaction((tx) => beginOnce(context, tx, request))
  if (earlier !== undefined) return earlier
  const release = () => database.transaction((tx) => releaseRequest(tx, request))
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

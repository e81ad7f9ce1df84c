import { LIMITS } from '#contract/limits.ts'
import { OPERATIONS, type OperationId } from '#contract/operations.ts'
import type { Queryable } from '../database/engine/database.ts'
import {
  saveIdempotentResponse,
  claimIdempotencyKey,
  readIdempotencyKey,
  releaseIdempotencyKey,
  type IdempotencyRecord,
} from '../database/idempotency.ts'
import type { ServiceContext } from './context.ts'
import { refuse, type Done, type Refused, type IdempotentRequest, type Written } from './outcome.ts'
import { sealReference, unsealReference } from './events/deliveries/event-body.ts'
import { findReference } from './keys/reference.ts'

const LEASE_MS = 30_000

/** Idempotency keys created before this time have expired. */
export function idempotencyCutoff(now: Date): Date {
  return new Date(now.getTime() - LIMITS.idempotencyHours * 3_600_000)
}

export interface RequestOfMerchant {
  merchantId: string
  idempotent: IdempotentRequest | undefined
  /** The session whose reference the response may contain. */
  sessionId?: string
}

/**
 * Claims the idempotency key of a request under a lease. Returns `undefined` to run it: this is the
 * first run, or the lease of a crashed one has expired. Otherwise returns the stored response or a
 * refusal.
 */
export async function beginIdempotent(
  context: ServiceContext,
  tx: Queryable,
  { merchantId, idempotent, sessionId }: RequestOfMerchant,
): Promise<Written | Refused | undefined> {
  if (idempotent === undefined) return undefined
  const now = context.clock()
  const wallNow = context.wallClock()
  const name = { merchantId, ...idempotent }
  const claimed = await claimIdempotencyKey(tx, name, {
    bodyHash: idempotent.bodyHash,
    valueHash: idempotent.valueHash,
    now,
    wallNow,
    leasedUntil: new Date(wallNow.getTime() + LEASE_MS),
    forgetBefore: idempotencyCutoff(now),
  })
  if (claimed) return undefined
  const first = replayedAnswer(await readIdempotencyKey(tx, name), idempotent)
  if (first.outcome === 'refused' || sessionId === undefined) return first
  return {
    ...first,
    body: unsealReference(first.body, await findReference(context, sessionId)),
  }
}

/** The response to a request whose idempotency key is taken. */
export function replayedAnswer(
  first: IdempotencyRecord | undefined,
  request: IdempotentRequest,
): Written | Refused {
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
  if (first.responseStatus === null || first.responseBody === null)
    return refuse(
      'idempotency_in_progress',
      'The first request with this key still runs. Try again in a moment.',
      { retryAfter: 1 },
    )
  return {
    outcome: 'written',
    status: first.responseStatus,
    location: first.responseLocation,
    body: first.responseBody,
    replayed: true,
  }
}

/** Compares values, not bytes: a client may write the same body in another order of fields. */
function isSameBody(first: IdempotencyRecord, request: IdempotentRequest): boolean {
  return (
    first.bodyHash.equals(request.bodyHash) || first.valueHash?.equals(request.valueHash) === true
  )
}

/**
 * Serializes a response and stores it under the idempotency key, in the transaction of the change that
 * it describes.
 */
export async function storeAnswer(
  context: ServiceContext,
  tx: Queryable,
  { merchantId, idempotent, sessionId }: RequestOfMerchant,
  operation: OperationId,
  value: unknown,
): Promise<Written> {
  const { status } = OPERATIONS[operation]
  const body = JSON.stringify(value)
  if (idempotent !== undefined)
    await saveIdempotentResponse(
      tx,
      { merchantId, ...idempotent },
      {
        status,
        location: null,
        body:
          sessionId === undefined
            ? body
            : sealReference(body, await findReference(context, sessionId)),
      },
    )
  return { outcome: 'written', status, location: null, body, replayed: false }
}

/** Releases the idempotency key of a refused request: nothing changed, so the key can be used again. */
export async function releaseRequest(tx: Queryable, request: RequestOfMerchant): Promise<void> {
  const { merchantId, idempotent } = request
  if (idempotent !== undefined) await releaseIdempotencyKey(tx, { merchantId, ...idempotent })
}

/** Runs an operation in one transaction that commits its idempotency key, its change and its response. */
export function inOneTransaction<T>(
  context: ServiceContext,
  request: RequestOfMerchant,
  operation: OperationId,
  work: (tx: Queryable) => Promise<Done<T> | Refused>,
): Promise<Written | Refused> {
  return context.database.transaction(async (tx) => {
    const earlier = await beginIdempotent(context, tx, request)
    if (earlier !== undefined) return earlier
    const result = await work(tx)
    if (result.outcome === 'done') return storeAnswer(context, tx, request, operation, result.value)
    await releaseRequest(tx, request)
    return result
  })
}

/**
 * Runs an operation of several transactions, with a call to the processor between them. When it fails,
 * the completed steps stay and the idempotency key is released.
 */
export async function inSteps<T>(
  context: ServiceContext,
  request: RequestOfMerchant,
  operation: OperationId,
  work: () => Promise<Done<T> | Refused>,
): Promise<Written | Refused> {
  const { database } = context
  const earlier = await database.transaction((tx) => beginIdempotent(context, tx, request))
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
  return database.transaction((tx) => storeAnswer(context, tx, request, operation, result.value))
}

import type { z } from 'zod'
import type { OperationId, OPERATIONS } from '#contract/operations.ts'
import type { ApiKeyRecord } from '../database/keys/api-keys.ts'
import type { MerchantRecord } from '../database/merchants/merchants.ts'
import type { ServiceContext } from '../service/context.ts'
import type { IdempotentRequest } from '../service/idempotency.ts'
import type { Done, Refused } from '../service/outcome.ts'
import type { Written } from './http/written.ts'

type Output<Operation, Part extends string> = Operation extends {
  [part in Part]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

type CallerOf<Operation> = Operation extends { caller: 'merchant' }
  ? MerchantCaller
  : Operation extends { caller: 'checkout' }
    ? CheckoutCaller
    : undefined

export interface MerchantCaller {
  kind: 'merchant'
  key: ApiKeyRecord
  merchant: MerchantRecord
}

export interface CheckoutCaller {
  kind: 'checkout'
  key: ApiKeyRecord
}

export type Caller = MerchantCaller | CheckoutCaller

/** A call after the edge: the caller is authenticated, the input parsed. */
export interface Call<Id extends OperationId> {
  caller: CallerOf<(typeof OPERATIONS)[Id]>
  parameters: Output<(typeof OPERATIONS)[Id], 'parameters'>
  query: Output<(typeof OPERATIONS)[Id], 'query'>
  body: Output<(typeof OPERATIONS)[Id], 'body'>
  /** The `Idempotency-Key` header, for the operations that define their own meaning for it. */
  idempotencyKey: string | undefined
  idempotent: IdempotentRequest | undefined
  /** The media type beside JSON that the caller wants. */
  wants: string | undefined
  isHead: boolean
  /** Aborts when the caller disconnects, at once for HEAD, whose caller waits for no news. Created lazily: few calls need it. */
  signal: () => AbortSignal
}

/** What HEAD is answered where only making the body would tell more: the operation's status, and no type. */
export interface Unmade {
  outcome: 'unmade'
}

/** The answer as bytes of the media type that the caller wants. */
export interface Media {
  outcome: 'media'
  contentType: string
  bytes: Uint8Array<ArrayBuffer>
}

/** What a handler returns: a value, an answer that is kept, or a refusal. */
export type Result<T> = Done<T> | Written | Unmade | Media | Refused

export type Handler<Id extends OperationId> = (
  context: ServiceContext,
  call: Call<Id>,
) => Promise<Result<z.output<(typeof OPERATIONS)[Id]['answer']>>>

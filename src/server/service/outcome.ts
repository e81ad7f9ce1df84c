import type { z } from 'zod'
import type { OperationId, OPERATIONS } from '#contract/operations.ts'
import type { FieldProblem, ProblemCode } from '#contract/problem.ts'
import type { ApiKeyRecord } from '../database/api-keys.ts'
import type { MerchantRecord } from '../database/merchants.ts'
import type { ServiceContext } from './context.ts'

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

/** A request with an Idempotency-Key: the same key and value of the body get the stored response. */
export interface IdempotentRequest {
  route: string
  key: string
  /** SHA-256 of the body's bytes, the only hash that earlier releases have stored. */
  bodyHash: Buffer
  /** SHA-256 of the body's value as canonical JSON. */
  valueHash: Buffer
}

/** A call after the edge: the caller is authenticated, the input parsed. */
export interface Call<Id extends OperationId> {
  caller: CallerOf<(typeof OPERATIONS)[Id]>
  parameters: Output<(typeof OPERATIONS)[Id], 'parameters'>
  query: Output<(typeof OPERATIONS)[Id], 'query'>
  body: Output<(typeof OPERATIONS)[Id], 'body'>
  /** The `Idempotency-Key` header, for the operations that define their own meaning for it. */
  idempotencyKey: string | undefined
  idempotent: IdempotentRequest | undefined
  /** Aborts when the caller disconnects. Created lazily: few calls need it. */
  signal: () => AbortSignal
}

/** A response whose JSON is already serialized, because it is stored byte for byte. */
export interface Written {
  outcome: 'written'
  status: number
  location: string | null
  body: string
  replayed: boolean
}

export interface Accepted<T> {
  outcome: 'accepted'
  value: T
}

export interface Refusal {
  outcome: 'refused'
  code: ProblemCode
  detail: string
  errors?: FieldProblem[]
  retryAfterSeconds?: number
}

export type Result<T> = Accepted<T> | Written | Refusal

export type Handler<Id extends OperationId> = (
  context: ServiceContext,
  call: Call<Id>,
) => Promise<Result<z.output<(typeof OPERATIONS)[Id]['answer']>>>

export function accept<T>(value: T): Accepted<T> {
  return { outcome: 'accepted', value }
}

export function refuse(
  code: ProblemCode,
  detail: string,
  more: { errors?: FieldProblem[]; retryAfterSeconds?: number } = {},
): Refusal {
  return { outcome: 'refused', code, detail, ...more }
}

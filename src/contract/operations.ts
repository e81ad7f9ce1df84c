import type { Environment } from './environment.ts'
import { MERCHANT_OPERATIONS } from './merchant-operations.ts'
import type { Operation } from './operation.ts'
import { PAGE_OPERATIONS } from './page-operations.ts'
import type { ProblemCode } from './problem.ts'

/** Everything that the API serves. */
export const OPERATIONS = { ...MERCHANT_OPERATIONS, ...PAGE_OPERATIONS } as const

export type OperationId = keyof typeof OPERATIONS

/** Operations of an environment. */
export function operationsOf(environment: Environment): OperationId[] {
  const ids = Object.keys(OPERATIONS) as OperationId[]
  return ids.filter((id) => environment === 'sandbox' || !isSandboxOnly(OPERATIONS[id]))
}

/** Those that merchants are told of. */
export function merchantOperationsOf(environment: Environment): OperationId[] {
  return operationsOf(environment).filter((id) => !Object.hasOwn(PAGE_OPERATIONS, id))
}

function isSandboxOnly({ sandboxOnly }: Operation): boolean {
  return sandboxOnly === true
}

const WITH_KEY = [
  'missing_api_key',
  'invalid_api_key',
  'wrong_environment',
  'browser_use_forbidden',
  'insufficient_scope',
  'rate_limited',
  'temporarily_unavailable',
  'internal_error',
] as const satisfies readonly ProblemCode[]

/** Refusals of any call, by kind of caller. */
export const COMMON_REFUSALS: Record<Operation['caller'], readonly ProblemCode[]> = {
  anyone: ['internal_error'],
  // `validation_failed` is for `expand`, which no call takes.
  merchant: [...WITH_KEY, 'validation_failed'],
  checkout: WITH_KEY,
}

/** Refusals of any call with a body. */
export const BODY_REFUSALS = [
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
  'validation_failed',
] as const satisfies readonly ProblemCode[]

/** Refusals of any call that honours `Idempotency-Key`. */
export const IDEMPOTENCY_REFUSALS = [
  'invalid_idempotency_key',
  'idempotency_in_progress',
  'idempotency_key_reused',
] as const satisfies readonly ProblemCode[]

/** Refusals of any call that requires `Idempotency-Key`. */
export const REQUIRED_KEY_REFUSALS = [
  'missing_idempotency_key',
] as const satisfies readonly ProblemCode[]

/** Every refusal of an operation, its own codes first. */
export function refusalsOf(operation: Operation): readonly ProblemCode[] {
  return [
    ...operation.refusals,
    ...(operation.idempotent === true ? IDEMPOTENCY_REFUSALS : []),
    ...(operation.requiresIdempotencyKey === true ? REQUIRED_KEY_REFUSALS : []),
    ...(operation.body === undefined ? [] : BODY_REFUSALS),
    ...COMMON_REFUSALS[operation.caller],
  ]
}

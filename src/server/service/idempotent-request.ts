import { createHash } from 'node:crypto'
import type { Operation } from '#contract/operation.ts'
import { canonicalJson } from '#domain/canonical-json.ts'
import type { IdempotentRequest } from './idempotency.ts'

/** What a caller sends under an idempotency key. */
interface Sent {
  parameters: Readonly<Record<string, string>>
  key: string
  /** Plain JSON; a field without a value is absent, not `undefined`. */
  value: unknown
  /** The bytes as they came over the network. Default: the canonical text of the value. */
  bytes?: Uint8Array
}

/**
 * Identifies a request with an idempotency key. A command and an API call with the same path parameters, key and value are
 * the same request.
 */
export function idempotentRequest(
  { method, path }: Pick<Operation, 'method' | 'path'>,
  { parameters, key, value, bytes }: Sent,
): IdempotentRequest {
  const valueHash = sha256(canonicalJson(value))
  return {
    // Includes the path parameters: the same key for another session is another request.
    route: `${method.toUpperCase()} ${pathOf(path, parameters)}`,
    key,
    bodyHash: bytes === undefined ? valueHash : sha256(bytes),
    valueHash,
  }
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest()
}

function pathOf(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? '')
}

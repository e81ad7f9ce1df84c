import { hasEnded } from '#server/service/keys/rotate-key.ts'
import type { ApiKeyRecord } from '#server/database/keys/api-keys.ts'
import { time } from '#client/tools/command-line/output.ts'

/** A key as JSON. */
export function keyDocument({ id, ...key }: ApiKeyRecord, now: Date) {
  return { keyId: id, status: statusOf(key, now), ...key }
}

type Ends = Pick<ApiKeyRecord, 'revokedAt' | 'expiresAt'>

function statusOf(key: Ends, now: Date): 'active' | 'expired' | 'revoked' {
  if (key.revokedAt !== null) return 'revoked'
  return hasEnded(key, now) ? 'expired' : 'active'
}

export const KEY_HEADS = [
  'KEY',
  'ENDS IN',
  'STATUS',
  'CREATED',
  'LAST USED',
  'FROM',
  'EXPIRES',
  'SCOPES',
]

/** A key as a row under `KEY_HEADS`. */
export function keyRow(key: ApiKeyRecord, now: Date): string[] {
  return [
    key.id,
    key.lastFour,
    statusOf(key, now),
    time(key.createdAt),
    time(key.lastUsedAt),
    key.lastUsedAddress ?? '-',
    time(key.expiresAt),
    key.kind === 'checkout' ? 'the page' : key.scopes.join(' '),
  ]
}

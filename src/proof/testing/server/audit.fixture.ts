import * as fc from 'fast-check'
import type { Database } from '#server/database/engine/database.ts'
import type { MasterKeys } from '#server/service/keys/master-keys.ts'
import { recordAudit, type NewAuditEntry } from '#server/service/audit/record-audit.ts'

const EPOCH_MS = Date.parse('2026-11-20T15:00:00.000Z')

export const anyEntry: fc.Arbitrary<NewAuditEntry> = fc.record({
  actor: fc.oneof(
    fc.constant({ kind: 'server' } as const),
    fc.record({
      kind: fc.constant('command' as const),
      user: fc.string({ unit: 'grapheme', minLength: 1 }),
      command: fc.constantFrom('keys issue', 'merchants set'),
    }),
    fc.record({ kind: fc.constant('api_key' as const), keyId: fc.constant('key_0Tq4mFhZ7Rk2v') }),
  ),
  action: fc.constantFrom('api_key.issued', 'merchant.changed', 'refund.created'),
  subject: fc.constantFrom('a', 'b', 're_1'),
  merchantId: fc.option(fc.uuid()),
  details: fc.dictionary(fc.constantFrom('name', 'amount'), fc.oneof(fc.string(), fc.integer())),
})

/** Records entries one second apart, each in its own transaction. */
export async function recordAudits(
  database: Database,
  keys: MasterKeys,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    const now = new Date(EPOCH_MS + index * 1000)
    await database.transaction((tx) => recordAudit(tx, { keys, now }, entry))
  }
}

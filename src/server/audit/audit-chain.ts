import { createHash, createHmac, type KeyObject } from 'node:crypto'
import type { AuditEnd, AuditEntry } from '../database/audit-log.ts'

/** Before the first row. */
export const BEGINNING: AuditEnd = {
  sequence: 0,
  hash: Buffer.alloc(32),
  lastSeal: Buffer.alloc(0),
}

/** The hash of a row: of the hash and seal of the row before, and of all that it says itself. */
export function hashOfEntry(before: AuditEnd, entry: AuditEntry): Buffer {
  return createHash('sha256')
    .update(before.hash)
    .update(before.lastSeal)
    .update(canonical(entry))
    .digest()
}

/** What nobody with the database alone can write. */
export function sealOfEntry(key: KeyObject, sequence: number, hash: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`entry ${sequence} `).update(hash).digest()
}

/** Another seal than that of the row: which row is the last one cannot be said by copying it. */
export function sealOfHead(key: KeyObject, sequence: number, hash: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`head ${sequence} `).update(hash).digest()
}

/** The same bytes for the same row, for ever: an array has no order of names to agree upon. */
function canonical(entry: AuditEntry): string {
  return JSON.stringify([
    entry.sequence,
    entry.at,
    entry.actorKind,
    entry.actor,
    entry.command,
    entry.action,
    entry.subject,
    entry.merchantId,
    entry.details,
    entry.keyId,
  ])
}

import { createHash, createHmac, type KeyObject } from 'node:crypto'
import type { AuditEnd, AuditEntry } from '../../database/audit/audit-log.ts'

/** The end of an empty chain. */
export const BEGINNING: AuditEnd = {
  sequence: 0,
  hash: Buffer.alloc(32),
  lastSeal: Buffer.alloc(0),
}

/** Hash chain: SHA-256 over the previous row's hash and seal, and the row's own fields. */
export function hashOfEntry(before: AuditEnd, entry: AuditEntry): Buffer {
  return createHash('sha256')
    .update(before.hash)
    .update(before.lastSeal)
    .update(canonical(entry))
    .digest()
}

/** HMAC of a row: the database alone, without the key, cannot produce it. */
export function sealOfEntry(key: KeyObject, sequence: number, hash: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`entry ${sequence} `).update(hash).digest()
}

/** HMAC of the end of the chain. Differs from the row's seal, so that a copied row seal cannot mark an earlier end. */
export function sealOfHead(key: KeyObject, sequence: number, hash: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`head ${sequence} `).update(hash).digest()
}

/** Canonical form, which the hash covers: an array, since the order of an object's keys could vary. */
export function canonical(entry: AuditEntry): string {
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

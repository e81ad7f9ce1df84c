import { createHmac, hash, type KeyObject } from 'node:crypto'
import { readApiKeyByHash, touchApiKey, type HashedApiKey } from '../database/api-keys.ts'
import { readMerchant, type MerchantRecord } from '../database/merchants.ts'
import type { ServiceContext } from '../context.ts'
import type { MasterKeys } from './master-keys.ts'

/** How long a key is believed without asking again: a revocation reaches every process within this time. */
const BELIEVED_MS = 1000
const KEYS_MAX = 10_000
/** `lastUsedAt` is told to the minute: it shows which key is in use, not when exactly. */
const TOUCH_EVERY_MS = 60_000

export interface KnownKey {
  key: HashedApiKey
  merchant: MerchantRecord | undefined
}

export interface KeyRing {
  /** The key with its merchant, or undefined when it is unknown, revoked or expired. */
  find(apiKey: string): Promise<KnownKey | undefined>
}

/** What the database keeps of an API key. */
export function apiKeyHash(pepper: KeyObject, apiKey: string): Buffer {
  return createHmac('sha256', pepper).update(apiKey).digest()
}

/** The same under each MASTER_KEY: a key may still be found under that of an older one. */
export function apiKeyHashes(keys: MasterKeys, apiKey: string): Buffer[] {
  return [keys, ...keys.previous].map(({ apiKeyHash: pepper }) => apiKeyHash(pepper, apiKey))
}

export function createKeyRing({
  database,
  keys,
  clock,
  log,
}: Pick<ServiceContext, 'database' | 'keys' | 'clock' | 'log'>): KeyRing {
  const believed = new Map<string, { known: KnownKey; sinceMs: number }>()

  async function look(apiKey: string): Promise<KnownKey | undefined> {
    const key = await readApiKeyByHash(database, apiKeyHashes(keys, apiKey))
    if (key === undefined) return undefined
    const merchant =
      key.merchantId === null ? undefined : await readMerchant(database, key.merchantId)
    return { key, merchant }
  }

  function touch({ key }: KnownKey, apiKey: string, now: Date): void {
    const isFresh =
      key.lastUsedAt !== null && now.getTime() - key.lastUsedAt.getTime() < TOUCH_EVERY_MS
    if (isFresh && key.hashKeyId === keys.id) return
    const hash = apiKeyHash(keys.apiKeyHash, apiKey)
    touchApiKey(database, { id: key.id, at: now, hash, hashKeyId: keys.id }).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'the time of a key was not noted')
      },
    )
  }

  return {
    async find(apiKey) {
      const now = clock()
      // No key stands in memory in clear, and a plain hash takes a third of the time of an HMAC.
      const name = hash('sha256', apiKey)
      const remembered = believed.get(name)
      // A clock that went back must not make an old belief young again.
      if (remembered !== undefined && Math.abs(now.getTime() - remembered.sinceMs) < BELIEVED_MS)
        return inForce(remembered.known, now)
      const known = await look(apiKey)
      believed.delete(name)
      if (known === undefined) return undefined
      if (believed.size >= KEYS_MAX) believed.clear()
      believed.set(name, { known, sinceMs: now.getTime() })
      touch(known, apiKey, now)
      return inForce(known, now)
    },
  }
}

function inForce(known: KnownKey, now: Date): KnownKey | undefined {
  const { revokedAt, expiresAt } = known.key
  if (revokedAt !== null && revokedAt <= now) return undefined
  if (expiresAt !== null && expiresAt <= now) return undefined
  return known
}

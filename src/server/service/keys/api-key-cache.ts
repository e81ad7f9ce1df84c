import { createHmac, hash, type KeyObject } from 'node:crypto'
import { OVERLAP_SECONDS_DEFAULT } from '#contract/overlap.ts'
import { readApiKeyByHash, touchApiKey, type HashedApiKey } from '../../database/keys/api-keys.ts'
import { readMerchant, type MerchantRecord } from '../../database/merchants/merchants.ts'
import type { ServiceContext } from '../context.ts'
import type { MasterKeys } from './master-keys.ts'
import { overlapEnd } from './overlap.ts'

/** Time to live of a cached key: a revocation reaches every process within this time. */
const TTL_MS = 1000
const KEYS_MAX = 10_000
/** `lastUsedAt` is written at most once a minute per key: it shows which keys are in use, not exactly when. */
const TOUCH_INTERVAL_MS = 60_000

export interface KnownKey {
  key: HashedApiKey
  merchant: MerchantRecord | undefined
}

interface Use {
  now: Date
  address: string | undefined
}

export interface ApiKeyCache {
  /** Returns the key with its merchant; undefined when it is unknown, revoked or expired. `address`: of who uses it. */
  find(apiKey: string, address?: string): Promise<KnownKey | undefined>
}

/** Keyed hash under which the database stores an API key. */
export function apiKeyHash(pepper: KeyObject, apiKey: string): Buffer {
  return createHmac('sha256', pepper).update(apiKey).digest()
}

/** The hashes under each MASTER_KEY: during its rotation a key may be stored under an older one. */
export function apiKeyHashes(keys: MasterKeys, apiKey: string): Buffer[] {
  return [keys, ...keys.previous].map(({ apiKeyHash: pepper }) => apiKeyHash(pepper, apiKey))
}

export function createApiKeyCache({
  database,
  keys,
  clock,
  log,
}: Pick<ServiceContext, 'database' | 'keys' | 'clock' | 'log'>): ApiKeyCache {
  const cache = new Map<string, { found: Promise<KnownKey | undefined>; sinceMs: number }>()

  async function lookUp(apiKey: string): Promise<KnownKey | undefined> {
    const key = await readApiKeyByHash(database, apiKeyHashes(keys, apiKey))
    if (key === undefined) return undefined
    const merchant =
      key.merchantId === null ? undefined : await readMerchant(database, key.merchantId)
    return { key, merchant }
  }

  function touch({ key }: KnownKey, apiKey: string, { now, address }: Use): void {
    const isFresh =
      key.lastUsedAt !== null && now.getTime() - key.lastUsedAt.getTime() < TOUCH_INTERVAL_MS
    if (isFresh && key.hashKeyId === keys.id) return
    const hash = apiKeyHash(keys.apiKeyHash, apiKey)
    touchApiKey(database, {
      id: key.id,
      at: now,
      address: address ?? null,
      replacedEndAt: overlapEnd(now, OVERLAP_SECONDS_DEFAULT),
      hash,
      hashKeyId: keys.id,
    }).catch((error: unknown) => {
      log.warn({ err: error }, 'the last use of an API key was not recorded')
    })
  }

  function forget(name: string, entry: { found: unknown }): void {
    if (cache.get(name) === entry) cache.delete(name)
  }

  return {
    async find(apiKey, address) {
      const now = clock()
      // Keeps keys out of memory in clear text; a plain hash takes a third of the time of an HMAC.
      const name = hash('sha256', apiKey)
      const cached = cache.get(name)
      // Absolute: a clock that jumps back must not extend the time to live.
      if (cached !== undefined && Math.abs(now.getTime() - cached.sinceMs) < TTL_MS)
        return inForce(await cached.found, now)
      // Cached before the look-up has ended, so that concurrent calls share it.
      const found = lookUp(apiKey)
      const entry = { found, sinceMs: now.getTime() }
      cache.delete(name)
      if (cache.size >= KEYS_MAX) cache.clear()
      cache.set(name, entry)
      const known = await found.catch((error: unknown) => {
        forget(name, entry)
        throw error
      })
      if (known === undefined) forget(name, entry)
      else touch(known, apiKey, { now, address })
      return inForce(known, now)
    },
  }
}

function inForce(known: KnownKey | undefined, now: Date): KnownKey | undefined {
  if (known === undefined) return undefined
  const { revokedAt, expiresAt } = known.key
  if (revokedAt !== null && revokedAt <= now) return undefined
  if (expiresAt !== null && expiresAt <= now) return undefined
  return known
}

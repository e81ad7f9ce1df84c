import { LRUCache } from 'lru-cache'

import type { Queryable } from '../../../database/engine/database.ts'
import {
  openWebhookSecret,
  readLiveWebhookSecrets,
  type SealedWebhookSecret,
} from '../../../database/merchants/webhook-secrets.ts'

/** The secrets of merchants that sign their deliveries. */
export interface SigningSecrets {
  /** Reads which secrets are live at `now`. The returned function throws `SealBroken` when no key decrypts one of them. */
  read(
    db: Queryable,
    merchantIds: readonly string[],
    now: Date,
  ): Promise<(merchantId: string) => readonly string[]>
}

interface Opened {
  sealed: readonly SealedWebhookSecret[]
  secrets: readonly string[]
}

const MERCHANTS_MAX = 1000

/**
 * Keeps the decrypted secrets of the merchants that were read last. They are used only while the database has the same
 * secrets, byte for byte: after a rotation those before it are forgotten at the next read.
 */
export function createSigningSecrets(secretKeys: readonly Uint8Array[]): SigningSecrets {
  const cache = new LRUCache<string, Opened>({ max: MERCHANTS_MAX })

  function secretsOf(
    merchantId: string,
    sealed: readonly SealedWebhookSecret[],
  ): readonly string[] {
    const known = cache.get(merchantId)
    if (known !== undefined && areSame(known.sealed, sealed)) return known.secrets
    cache.delete(merchantId)
    const secrets = sealed.map((secret) => openWebhookSecret(secretKeys, secret))
    cache.set(merchantId, { sealed, secrets })
    return secrets
  }

  return {
    async read(db, merchantIds, now) {
      const live = await readLiveWebhookSecrets(db, merchantIds, now)
      const sealedOf = Map.groupBy(live, ({ merchantId }) => merchantId)
      return (merchantId) => secretsOf(merchantId, sealedOf.get(merchantId) ?? [])
    },
  }
}

function areSame(
  one: readonly SealedWebhookSecret[],
  other: readonly SealedWebhookSecret[],
): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, ciphertext }, index) => {
      const secret = other[index]
      return secret?.id === id && secret.ciphertext.equals(ciphertext)
    })
  )
}

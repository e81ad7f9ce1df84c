import {
  calculateJwkThumbprint,
  compactDecrypt,
  errors,
  exportJWK,
  generateKeyPair,
  type JWK,
} from 'jose'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { CardEncryptionKey } from '#contract/checkout.ts'
import { preparedStatement, type Queryable } from './prepared-statement.ts'

const KEY_ALGORITHM = 'RSA-OAEP-256'
const CONTENT_ALGORITHM = 'A256GCM'
const MODULUS_BITS = 2048

/** The simulator's key pair; browsers encrypt cards to its public half. */
export interface CardKey {
  publicKey: CardEncryptionKey
  /** Decrypts a compact JWE; `undefined` when it is malformed or encrypted to another key. */
  open(encryptedCard: string): Promise<string | undefined>
}

const StoredKey = z.object({
  kid: z.string(),
  privateJwk: z.looseObject({ kty: z.literal('RSA'), n: z.string(), e: z.string() }),
})

/** Reads the key pair, or creates it at the first start. Concurrent starts agree on one. */
export async function openCardKey(pool: Pool): Promise<CardKey> {
  const { kid, privateJwk } = (await findKey(pool)) ?? (await makeKey(pool))
  const { kty, n, e } = privateJwk
  return {
    publicKey: { kid, kty, n, e },
    open: (encryptedCard) => decrypt(encryptedCard, privateJwk),
  }
}

async function decrypt(jwe: string, privateKey: JWK): Promise<string | undefined> {
  try {
    const { plaintext } = await compactDecrypt(jwe, privateKey, {
      keyManagementAlgorithms: [KEY_ALGORITHM],
      contentEncryptionAlgorithms: [CONTENT_ALGORITHM],
    })
    return new TextDecoder().decode(plaintext)
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

const select = preparedStatement(
  'find_card_key',
  'select kid, private_jwk as "privateJwk" from simulator.card_keys',
)

async function findKey(db: Queryable) {
  const { rows } = await db.query(select([]))
  return rows.length === 0 ? undefined : StoredKey.parse(rows[0])
}

const insert = preparedStatement(
  'insert_card_key',
  'insert into simulator.card_keys (kid, private_jwk) values ($1, $2) on conflict do nothing',
)

async function makeKey(pool: Pool) {
  const pair = await generateKeyPair(KEY_ALGORITHM, {
    modulusLength: MODULUS_BITS,
    extractable: true,
  })
  const jwk: JWK = await exportJWK(pair.privateKey)
  await pool.query(insert([await calculateJwkThumbprint(jwk), jwk]))
  return StoredKey.parse((await pool.query(select([]))).rows[0])
}

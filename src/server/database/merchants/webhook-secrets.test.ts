import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import {
  insertNotifiedMerchant,
  type NotifiedMerchant,
} from '#proof/testing/notification-records.ts'
import { statement, type Database } from '../engine/database.ts'
import { SealBroken } from '../engine/secret-box.ts'
import {
  liveWebhookSecrets,
  openLiveSecrets,
  pruneWebhookSecrets,
  rotateWebhookSecret,
  sealedSecretsOf,
  type SealedSecret,
} from './webhook-secrets.ts'

const key = randomBytes(32)
const start = new Date('2026-11-20T12:00:00.000Z')
const after = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

let test: TestDatabase
let database: Database
let merchant: NotifiedMerchant
beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
})
afterAll(() => test.drop())
beforeEach(async () => {
  const callbackUrl = 'https://store.example/'
  merchant = await insertNotifiedMerchant(database, { callbackUrl, key, now: start })
})

const SEALED = statement('sealed secrets', `select ${sealedSecretsOf('$1::uuid')} as sealed`)

/** Both ways to read them give the same. */
async function live(now: Date, merchantId = merchant.id): Promise<string[]> {
  const secrets = await liveWebhookSecrets(database, [key], merchantId, now)
  const [row] = await database.query<{ sealed: SealedSecret[] | null }>(SEALED, [merchantId])
  expect(openLiveSecrets([key], merchantId, row?.sealed ?? [], now)).toEqual(secrets)
  return secrets
}

async function rotate(now: Date, overlapHours: number): Promise<string> {
  const secret = makeWebhookSecret(randomBytes)
  await rotateWebhookSecret(database, {
    id: randomUUID(),
    merchantId: merchant.id,
    secret,
    key,
    now,
    overlapSeconds: overlapHours * 3600,
  })
  return secret
}

// tests guard: live-secrets
// tests guard: live-secrets-of-returns

describe('S-87: rotateWebhookSecret', () => {
  it('keeps the old secret live until the overlap ends', async () => {
    const secret = await rotate(after(1), 24)
    expect(await live(after(1))).toEqual([secret, merchant.secret])
    expect(await live(after(24.9))).toEqual([secret, merchant.secret])
    expect(await live(after(25))).toEqual([secret])
  })

  it('expires the old secret at once without an overlap', async () => {
    const secret = await rotate(after(1), 0)
    expect(await live(after(1))).toEqual([secret])
  })

  it('never extends the expiry of a secret', async () => {
    const second = await rotate(after(1), 2)
    const third = await rotate(after(2), 24)
    expect(await live(after(2))).toEqual([third, second, merchant.secret])
    expect(await live(after(3))).toEqual([third, second])
  })

  it('keeps at most six live', async () => {
    for (let hour = 1; hour <= 8; hour++) await rotate(after(hour), 24)
    expect(await live(after(8))).toHaveLength(6)
  })
})

describe('S-88: a webhook secret at rest', () => {
  const STORED = statement('test: ciphertexts', 'select ciphertext from webhook_secrets')
  const SWAP = statement(
    'test: swap',
    'update webhook_secrets set ciphertext = (select ciphertext from webhook_secrets where merchant_id = $2) where merchant_id = $1',
  )

  it('is not readable in the database', async () => {
    const rows = await database.query<{ ciphertext: Buffer }>(STORED, [])
    for (const { ciphertext } of rows) {
      expect(ciphertext.includes('whsec_')).toBe(false)
      expect(ciphertext.includes(merchant.secret.slice(6))).toBe(false)
    }
  })

  it('does not decrypt in the row of another merchant', async () => {
    const callbackUrl = 'https://store.example/'
    const other = await insertNotifiedMerchant(database, { callbackUrl, key, now: start })
    await database.query(SWAP, [other.id, merchant.id])
    await expect(live(start, other.id)).rejects.toThrow(SealBroken)
  })

  it('does not decrypt with another key', async () => {
    const opening = liveWebhookSecrets(database, [randomBytes(32)], merchant.id, start)
    await expect(opening).rejects.toThrow(SealBroken)
  })
})

describe('pruneWebhookSecrets', () => {
  const COUNT = statement(
    'test: count secrets',
    'select count(*) as count from webhook_secrets where merchant_id = $1',
  )

  it('deletes expired secrets', async () => {
    const secret = await rotate(after(1), 1)
    await pruneWebhookSecrets(database, after(2))
    expect(await database.query(COUNT, [merchant.id])).toEqual([{ count: 1 }])
    expect(await live(after(2))).toEqual([secret])
  })
})

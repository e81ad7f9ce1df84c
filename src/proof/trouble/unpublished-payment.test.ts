import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CardSeal, Checkout } from '#contract/checkout.ts'
import { CheckoutChangeList } from '#contract/checkout-changes.ts'
import { Session } from '#contract/session.ts'
import { issueKey, keyOfCheckout } from '#server/service/keys/issue-key.ts'
import {
  freePorts,
  startServerProcess,
  type ServerProcess,
} from '../testing/cli/server-process.fixture.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { makeMerchant, operatorOf } from '../testing/merchant.ts'
import { envelopeOf } from '../testing/seal-card.ts'

const TAKING = join(import.meta.dirname, '../testing/cli/taking-processor.fixture.ts')
const DYING = ['--import', join(import.meta.dirname, '../testing/cli/dies-unpublished.fixture.ts')]
const PATIENCE_MS = 120_000
const CHANGES = '/v1/checkout/changes'

let test: TestDatabase
let dataDir: string
let merchant: Awaited<ReturnType<typeof makeMerchant>>
let pageKey: string
const servers: ServerProcess[] = []

type Call = (path: string, body?: object, idempotencyKey?: string) => Promise<unknown>

/** Starts a process of the API; returns a function that makes a caller for an API key. */
async function startApi(
  masterKey: Uint8Array,
  nodeFlags: readonly string[] = [],
): Promise<(apiKey: string) => Call> {
  const ports = await freePorts('API_PORT', 'PRIVATE_PORT')
  const variables = {
    ...ports,
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    MASTER_KEY: Buffer.from(masterKey).toString('base64'),
    PROCESSOR: TAKING,
  }
  // A process of its own: it is killed.
  servers.push(await startServerProcess('api', variables, nodeFlags))
  return (apiKey) =>
    async (path, body, idempotencyKey = randomUUID()) => {
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
      const response = await fetch(`http://localhost:${ports.API_PORT}${path}`, {
        headers: { ...headers, ...(body && { 'idempotency-key': idempotencyKey }) },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      })
      return response.json()
    }
}

beforeAll(async () => {
  test = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'checkout-unpublished-'))
}, PATIENCE_MS)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await test.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

it(
  'a page learns of a payment whose process died after its commit, before it could tell',
  { timeout: PATIENCE_MS },
  async () => {
    const masterKey = randomBytes(32)
    const operator = operatorOf(test.database, masterKey)
    merchant = await makeMerchant(operator, 'sandbox', { callbackUrl: 'http://localhost:9/hooks' })
    pageKey = (await issueKey(operator, keyOfCheckout('sandbox'))).apiKey
    const surviving = (await startApi(masterKey))(pageKey)
    const dying = await startApi(masterKey, DYING)

    const order = { merchantId: merchant.merchantId, amount: 1990, currency: 'BRL' }
    const { url } = Session.parse(await dying(merchant.apiKey)('/v1/sessions', order))
    const path = `/v1/checkout/${url.slice(url.lastIndexOf('/') + 1)}`
    let { cursor } = CheckoutChangeList.parse(await surviving(CHANGES))

    const seal = CardSeal.parse(await dying(pageKey)(`${path}/card-seal`))
    const idempotencyKey = randomUUID()
    const encrypted = envelopeOf('a.b.c.d.e', seal, { idempotencyKey })
    const card = { encrypted, brand: 'visa', lastFour: '4242' }
    const body = { method: 'card', card, customer: { email: 'maria@example.com' } }
    const paying = dying(pageKey)(`${path}/payments`, body, idempotencyKey)
    await expect(paying).rejects.toThrow('fetch failed')

    // The process that died has published at most the start of the payment. A long poll that times out does not report a gap.
    for (let isComplete = true; isComplete;) {
      const after = `${CHANGES}?after=${encodeURIComponent(cursor)}&waitSeconds=20`
      const page = CheckoutChangeList.parse(await surviving(after))
      cursor = page.cursor
      isComplete = page.complete
    }
    expect(Checkout.parse(await surviving(path))).toMatchObject({ paymentStatus: 'paid' })
    expect(servers.at(-1)?.child.signalCode).toBe('SIGKILL')
  },
)

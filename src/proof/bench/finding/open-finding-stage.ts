import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { CheckoutClient } from '#client/index.ts'
import { statement } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { composeApi } from '../../testing/compose-api.ts'
import { makeMerchant, operatorOf } from '../../testing/merchant.ts'
import { makeScratchDirectory } from '../../testing/scratch-directory.ts'
import { createTestClock } from '../../testing/test-clock.ts'

/** The indexes that are used only to find payments: decision 070. */
const FINDING = [
  'payments_of_merchant',
  'payments_by_email',
  'payments_by_tax_id',
  'payments_by_phone',
  'payments_by_card',
  'payments_by_reference',
]
const SILENT = { info: () => undefined, warn: () => undefined }

/** An API over a database of its own. */
export interface Shop {
  /** Opens this many sessions; returns a function for each, which pays it and resolves when it is paid. */
  openSessions(count: number): Promise<(() => Promise<void>)[]>
}

export interface FindingStage {
  /** The shop whose database has every index. */
  found: Shop
  /** The shop whose database lacks the indexes by which payments are found. */
  unfound: Shop
  close(): Promise<void>
}

/** Opens two shops, with two databases in one PostgreSQL. */
export async function openFindingStage(): Promise<FindingStage> {
  const directory = await makeScratchDirectory()
  const closing = [() => rm(directory, { recursive: true, force: true })]
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: directory, log: SILENT })
    closing.push(() => postgres.stop())
    const owner = openDatabase({ url: postgres.url, log: SILENT })
    closing.push(() => owner.close())

    const open = async (name: string, isFound: boolean): Promise<Shop> => {
      await owner.query(statement('bench', `create database ${name}`), [])
      const url = new URL(postgres.url)
      url.pathname = name
      const shop = await openShop(url.href, isFound)
      closing.push(() => shop.close())
      return shop
    }
    const found = await open('found', true)
    const unfound = await open('unfound', false)
    return { found, unfound, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openShop(url: string, isFound: boolean): Promise<Shop & { close(): Promise<void> }> {
  await migrate({ url, log: SILENT })
  const database = openDatabase({ url, log: SILENT })
  if (!isFound)
    for (const index of FINDING) await database.query(statement('bench', `drop index ${index}`), [])
  const masterKey = randomBytes(32)
  const { merchantId, apiKey } = await makeMerchant(operatorOf(database, masterKey), 'sandbox')
  const clock = createTestClock(new Date())
  const api = await composeApi({ database, url, clock, masterKey })
  const client = new CheckoutClient({
    apiKey,
    environment: 'sandbox',
    baseUrl: 'http://api.test',
    fetch: (request) => api.fetch(request),
  })
  let made = 0
  return {
    async openSessions(count) {
      const pay: (() => Promise<void>)[] = []
      while (pay.length < count) {
        made += 1
        const { id } = await client.sessions.create({
          merchantId,
          amount: 1000 + (made % 9000),
          orderReference: `P-${made}`,
          customer: {
            email: `shopper-${made}@mail.example`,
            taxId: '52998224725',
            phone: '+5511998765432',
          },
        })
        pay.push(async () => void (await client.sandbox.simulate(id, { outcome: 'pay' })))
      }
      return pay
    },
    async close() {
      await api.close()
      await database.close()
    },
  }
}

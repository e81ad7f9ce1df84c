import { randomBytes } from 'node:crypto'
import { CheckoutClient } from '#client/index.ts'
import { openDatabase } from '#server/database/engine/open-database.ts'
import { statement } from '#server/database/engine/database.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { composeApi } from '../../testing/compose-api.ts'
import { makeMerchant, operatorOf } from '../../testing/merchant.ts'
import { openScratchDirectory, startPostgresIn } from '../../testing/scratch-postgres.ts'
import { createTestClock } from '../../testing/test-clock.ts'

/** The indexes that are used only to find payments: decisions 070 and 094. */
const FINDING = [
  'payments_of_merchant',
  'payments_by_email',
  'payments_by_tax_id',
  'payments_by_phone',
  'payments_by_card_in_units',
  'payments_by_reference',
  'payments_by_bank_number',
  'sessions_by_amount_in_units',
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
}

/** Opens two shops, with two databases in one PostgreSQL. */
export async function openFindingStage(opening: AsyncDisposableStack): Promise<FindingStage> {
  const serverUrl = await startPostgresIn(opening, await openScratchDirectory(opening))
  const owner = openDatabase({ url: serverUrl, log: SILENT })
  opening.defer(() => owner.close())

  const open = async (name: string, isFound: boolean): Promise<Shop> => {
    await owner.query(statement('bench', `create database ${name}`), [])
    const url = new URL(serverUrl)
    url.pathname = name
    return openShop(opening, url.href, isFound)
  }
  return { found: await open('found', true), unfound: await open('unfound', false) }
}

async function openShop(
  opening: AsyncDisposableStack,
  url: string,
  isFound: boolean,
): Promise<Shop> {
  await migrate({ url, log: SILENT })
  const database = openDatabase({ url, log: SILENT })
  opening.defer(() => database.close())
  if (!isFound)
    for (const index of FINDING) await database.query(statement('bench', `drop index ${index}`), [])
  const masterKey = randomBytes(32)
  const { merchantId, apiKey } = await makeMerchant(operatorOf(database, masterKey), 'sandbox')
  const clock = createTestClock(new Date())
  const api = await composeApi({ database, url, clock, masterKey })
  opening.defer(() => api.close())
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
  }
}

import { expect, it } from 'vitest'
import { createTestDatabase } from '#proof/testing/database.ts'
import { administer } from '#proof/testing/test-server.ts'
import { Checkout } from '#contract/checkout.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import { startTestApi } from '#proof/testing/api.ts'
import { migrate } from '../migrate/migrate.ts'
import { statement } from './database.ts'
import { openDatabase } from './open-database.ts'

const log = { info: () => undefined, warn: () => undefined }
/** Defaults of a database, each other than the server needs it. */
const ODD = {
  datestyle: 'German, DMY',
  intervalstyle: 'sql_standard',
  timezone: 'Asia/Kolkata',
  extra_float_digits: '-15',
  bytea_output: 'escape',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
  transform_null_equals: 'on',
  default_transaction_isolation: 'serializable',
}
const VALUES = statement(
  'values',
  `select now()::text as time, interval '1 day 2 hours'::text as span, (1::float8 / 3)::text as float,
     '\\x00ff'::bytea::text as bytes, '{NULL}'::text[] = array[null::text] as "hasNulls",
     current_setting('transaction_isolation') as isolation`,
)

/** Sets them as defaults of the database, as `alter role` would: connections that are open keep their own. */
async function makeOdd(url: string): Promise<string> {
  await administer(url, async (client) => {
    const name = new URL(url).pathname.slice(1)
    for (const [setting, value] of Object.entries(ODD))
      await client.query(`alter database ${name} set ${setting} to '${value}'`)
  })
  return url
}

it('F-9: connections read and write values in one form, whatever the defaults of the database', async () => {
  const test = await createTestDatabase()
  const expected = await test.database.query(VALUES, [])
  const odd = openDatabase({ url: await makeOdd(test.url), log })
  try {
    const [{ time, ...rest } = {}] = await odd.query(VALUES, [])
    expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/)
    expect(rest).toEqual({
      span: '1 day 02:00:00',
      float: '0.3333333333333333',
      bytes: '\\x00ff',
      hasNulls: true,
      isolation: 'read committed',
    })
    expect([{ time: expected[0]?.['time'], ...rest }]).toEqual(expected)
  } finally {
    await odd.close()
    await test.drop()
  }
})

it('F-9: an empty database with odd defaults gets the schema', async () => {
  const test = await createTestDatabase()
  try {
    await makeOdd(test.url)
    await administer(test.url, async (client) => {
      await client.query('drop schema public cascade; create schema public')
    })
    const { applied } = await migrate({ url: test.url, log })
    expect(applied.length).toBeGreaterThan(1)
    expect(await migrate({ url: test.url, log })).toEqual({ applied: [] })
  } finally {
    await test.drop()
  }
})

it('F-9: a payment is made on a database with odd defaults', async () => {
  const api = await startTestApi({ databaseOf: ({ url }) => makeOdd(url) })
  try {
    const open = await createTestSession(api)
    const view = (await open.payByCard('4242424242424242')).as(Checkout)
    expect(view).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
    const [row] = await api.sql('select expires_at > created_at as "isLater" from sessions')
    expect(row).toEqual({ isLater: true })
  } finally {
    await api.close()
  }
})

import { expect, it } from 'vitest'
import { EventList } from '#contract/event.ts'
import { migrate } from '../../database/migrate.ts'
import { startTestApi } from '#proof/testing/api.ts'
import { goBackToMigration } from '#proof/testing/back-to-migration.ts'
import {
  canariesIn,
  DAY_MS,
  ofPerson,
  payAsPerson,
  TYPED,
} from '#proof/testing/server/personal-data.fixture.ts'
import { erasePersonalData } from './erase-personal-data.ts'

const SILENT = { info: () => undefined, warn: () => undefined }

it('S-108: data from before the migration is erased after its retention period, too', async () => {
  let url = ''
  const api = await startTestApi({ databaseOf: async (owner) => (url = owner.url) })
  try {
    const merchant = await api.addMerchant({ callbackUrl: null })
    const paid = await ofPerson(api, merchant)
    await payAsPerson(api, paid)
    await goBackToMigration(url, 8)
    expect((await migrate({ url, log: SILENT })).applied).toContain('0009_personal_data.sql')

    expect(await paid.read()).toMatchObject({ customer: TYPED })
    expect(await canariesIn(api)).toContain(TYPED.email)
    api.clock.advance(91 * DAY_MS)
    await erasePersonalData(api.context)
    expect(await canariesIn(api)).toEqual([])
    const { data } = (await merchant.get('/v1/events')).as(EventList)
    expect(data.map(({ notification }) => notification.data.session?.customer)).toEqual([
      null,
      null,
    ])
  } finally {
    await api.close()
  }
})

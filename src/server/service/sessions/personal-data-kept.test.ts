import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createScriptedProcessor, SILENT } from '#proof/testing/scripted-processor.ts'
import { SEALED_CARD, type OpenSession } from '#proof/testing/shopper.ts'
import { setClock } from '#proof/testing/sandbox/clock.fixture.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'
import { DAY_MS, ofPerson } from '#proof/testing/server/personal-data.fixture.ts'
import { eraseDuePersonalData, erasePersonalData } from './erase-personal-data.ts'

const BATCH = 100
const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const NO_CALLBACK = { callbackUrl: null }

const isKept = async (session: OpenSession) => {
  const { customer, personalDataRemovedAt } = await session.read()
  if ((customer === null) !== (personalDataRemovedAt !== undefined))
    throw new Error('the session does not say truly what it knows')
  return customer !== null
}
const cancel = (merchant: TestMerchant, { id }: OpenSession) =>
  merchant.post(`/v1/sessions/${id}/cancel`)

describe('S-108: a session that is not at rest', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  let merchant: TestMerchant
  beforeAll(async () => {
    api = await startTestApi({ processor, emailsReceipts: true })
    merchant = await api.addMerchant(NO_CALLBACK)
  })
  afterAll(() => api.close())

  const noMails = () =>
    api.sql(
      `with receipts as (update receipt_emails set status = 'sent', next_attempt_at = null)
       update shopper_mails set status = 'sent', next_attempt_at = null`,
    )
  /** Erases by the database's function, without the worker's own selection of sessions. */
  const removeNow = async ({ id }: OpenSession) => {
    const rows = await api.sql<{ removed: boolean }>(
      'select remove_personal_data($1, now(), now()) as removed',
      id,
    )
    return rows[0]?.removed
  }
  const later = async () => {
    api.clock.advance(100 * DAY_MS)
    await erasePersonalData(api.context)
  }

  it('S-108: keeps personal data while it is open, even past its expiry', async () => {
    const session = await ofPerson(api, merchant)
    await later()
    expect(await isKept(session)).toBe(true)
    expect(await removeNow(session)).toBe(false)
  })

  it('S-108: keeps personal data while a payment is unknown', async () => {
    processor.script('createPayment', SILENT)
    const session = await ofPerson(api, merchant)
    await session.pay(SEALED_CARD)
    // Only a bug of ours could expire such a session.
    await api.sql(`update sessions set status = 'expired' where id = $1`, session.id)
    await later()
    expect(await isKept(session)).toBe(true)
    expect(await removeNow(session)).toBe(false)
  })

  it('S-108: keeps personal data while a receipt is queued or a refund pending, and a day longer', async () => {
    processor.script('createPayment', SUCCEEDED)
    processor.script('createRefund', SILENT)
    const session = await ofPerson(api, merchant)
    await session.pay(SEALED_CARD)
    await later()
    expect(await isKept(session)).toBe(true)
    await noMails()
    await merchant.post(`/v1/sessions/${session.id}/refunds`)
    await later()
    expect(await isKept(session)).toBe(true)
    processor.script('createRefund', { status: 'succeeded' })
    await finishRefunds(api.context)
    await erasePersonalData(api.context)
    expect(await isKept(session)).toBe(true)
    api.clock.advance(DAY_MS)
    await erasePersonalData(api.context)
    expect(await isKept(session), 'the mail about the refund is queued').toBe(true)
    await noMails()
    await erasePersonalData(api.context)
    expect(await isKept(session)).toBe(false)
  })

  it('S-108: keeps personal data while a delivery is pending', async () => {
    const session = await ofPerson(api)
    await cancel(api.merchant, session)
    await later()
    expect(await isKept(session)).toBe(true)
  })

  it('S-108: is erased in batches of at most a hundred', async () => {
    const sessions = await Promise.all(
      Array.from({ length: BATCH + 1 }, () => ofPerson(api, merchant)),
    )
    for (const session of sessions) await cancel(merchant, session)
    api.clock.advance(100 * DAY_MS)
    expect(await erasePersonalData(api.context)).toBe(true)
    const kept = await Promise.all(sessions.map(isKept))
    expect(kept.filter(Boolean)).toHaveLength(1)
    expect(await erasePersonalData(api.context)).toBe(false)
    expect(await Promise.all(sessions.map(isKept))).not.toContain(true)
  })
})

describe('S-108: in the sandbox', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  it("S-108: the merchant's own clock decides, for that merchant only", async () => {
    const [ahead, real] = [await api.addMerchant(NO_CALLBACK), await api.addMerchant(NO_CALLBACK)]
    const endedOf = async (merchant: TestMerchant) => {
      const session = await ofPerson(api, merchant)
      await cancel(merchant, session)
      return session
    }
    const [one, other] = [await endedOf(ahead), await endedOf(real)]
    await setClock(ahead, { action: 'advance', by: '89d' })
    expect(await isKept(one)).toBe(true)
    // Both clocks run; the first merchant's own clock is a day ahead of its retention period.
    api.clock.advance(2 * DAY_MS)
    await eraseDuePersonalData(api.context)
    expect([await isKept(one), await isKept(other)]).toEqual([false, true])

    const later = await endedOf(ahead)
    await setClock(ahead, { action: 'advance', by: '91d' })
    expect([await isKept(later), await isKept(other)]).toEqual([false, true])
  })
})

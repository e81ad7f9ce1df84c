import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lockSession } from '../../../database/sessions/sessions.ts'
import { startTestApi, type TestApi, type TestMerchant } from '#proof/testing/api.ts'
import { createTestSession, type OpenSession } from '#proof/testing/shopper.ts'
import { setWebhookEndpoint } from '../../merchants/set-webhook-endpoint.ts'
import { changeSession } from '../../sessions/change-session.ts'
import { done } from '../../outcome.ts'

const NEW_URL = 'https://new.example/webhooks'

let api: TestApi
let merchant: TestMerchant
let open: OpenSession
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  merchant = await api.addMerchant()
  open = await createTestSession(api, {}, merchant)
  await api.sql('update merchants set callback_disabled_at = now() where id = $1', merchant.id)
})

const setAgain = () => setWebhookEndpoint(api.context, { merchantId: merchant.id, url: NEW_URL })
const deliveries = () =>
  api.sql<{ status: string; url: string }>(
    `select d.status, d.url from deliveries d join events e on e.id = d.event_id where e.session_id = $1`,
    open.id,
  )

describe('R-26: events while a webhook endpoint is disabled', () => {
  it('wait, and are delivered once the endpoint is set again', async () => {
    await merchant.post(`/v1/sessions/${open.id}/cancel`)
    expect(await deliveries()).toMatchObject([{ status: 'disabled' }])
    expect(await setAgain()).toMatchObject(done({ resumedDeliveries: 1 }))
    expect(await deliveries()).toEqual([{ status: 'pending', url: NEW_URL }])
  })

  it('are not lost when the endpoint is set again at the same moment', async () => {
    const { database } = api.context
    let settingAgain: ReturnType<typeof setAgain> | undefined
    await database.transaction(async (tx) => {
      const locked = await lockSession(tx, open.id)
      await changeSession(api.context, tx, locked, {}, [{ type: 'session.canceled', data: {} }])
      settingAgain = setAgain()
      // Blocks on the uncommitted event, which its snapshot would not contain.
      await expect(Promise.race([settingAgain, sleep(300, 'waits')])).resolves.toBe('waits')
    })
    expect(await settingAgain).toMatchObject(done({ resumedDeliveries: 1 }))
    expect(await deliveries()).toEqual([{ status: 'pending', url: NEW_URL }])
  })

  it('go to the endpoint that was set while the event was being written', async () => {
    const { database } = api.context
    await database.transaction(async (tx) => {
      const locked = await lockSession(tx, open.id)
      await setAgain()
      await changeSession(api.context, tx, locked, {}, [{ type: 'session.canceled', data: {} }])
    })
    expect(await deliveries()).toEqual([{ status: 'pending', url: NEW_URL }])
  })
})

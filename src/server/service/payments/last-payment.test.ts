import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { SessionList } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'

const DECLINED = { status: 'failed', declineCode: 'card_declined' } as const
const PROCESSING = { status: 'processing' } as const
const SUCCEEDED = { status: 'succeeded', capturedMinor: 25_990, currency: 'BRL' } as const
const YEAR_MS = 31_536_000_000

// tests guard: latest-payment

describe('S-127: a clock that moves back between two payments', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())
  beforeEach(() => processor.script('cancelPayment', DECLINED))

  /** A declined payment, and one after it whose id is smaller. */
  const paidAgain = async (outcome: typeof PROCESSING | typeof SUCCEEDED | typeof DECLINED) => {
    const open = await createTestSession(api)
    processor.script('createPayment', DECLINED)
    const first = (await open.pay(SEALED_CARD)).as(Checkout).payment?.id ?? ''
    api.clock.advance(-YEAR_MS)
    processor.script('createPayment', outcome)
    const second = (await open.pay(SEALED_CARD)).as(Checkout).payment?.id ?? ''
    api.clock.advance(YEAR_MS)
    const ids = await api.sql<{ id: string }>(
      'select id from payments where session_id = $1 and id <> $2',
      open.id,
      first,
    )
    expect(ids).toHaveLength(1)
    expect((ids[0]?.id ?? '') < first).toBe(true)
    return { open, second, last: ids[0]?.id }
  }

  it('S-127: the live payment is the last one: no other is begun, and the session is not canceled', async () => {
    const { open, second, last } = await paidAgain(PROCESSING)
    expect(second).toBe(last)
    expect((await open.read()).payment).toMatchObject({ id: last, status: 'processing' })
    expect((await open.pay(SEALED_CARD)).problem()).toMatchObject({ code: 'payment_in_progress' })
    const canceled = await api.merchant.post(`/v1/sessions/${open.id}/cancel`)
    expect(canceled.problem()).toMatchObject({ code: 'payment_in_progress' })
  })

  it('S-127: so it is in a list, on the page and in events', async () => {
    const { open, last } = await paidAgain(SUCCEEDED)
    const { data } = (await api.merchant.get('/v1/sessions?limit=1')).as(SessionList)
    expect(data[0]?.payment).toMatchObject({ id: last, status: 'succeeded' })
    expect((await open.look()).payment?.id).toBe(last)
    expect((await open.notifications()).at(-1)?.data.session?.payment?.id).toBe(last)
  })

  it('S-127: of two declined ones the later is the last', async () => {
    const { open, second, last } = await paidAgain(DECLINED)
    expect(second).toBe(last)
    expect((await open.read()).payment?.id).toBe(last)
  })

  it('S-127: of payments from before the number, the state decides, then the time of insertion', async () => {
    const { open, last } = await paidAgain(DECLINED)
    await api.sql('update payments set number = null where session_id = $1', open.id)
    expect((await open.read()).payment?.id).toBe(last)
    const { open: paid, last: succeeded } = await paidAgain(SUCCEEDED)
    await api.sql(
      'update payments set number = null, inserted_at = now() where session_id = $1',
      paid.id,
    )
    expect((await paid.read()).payment?.id).toBe(succeeded)
  })
})

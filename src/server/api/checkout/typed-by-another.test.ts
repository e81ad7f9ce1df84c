import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Checkout } from '#contract/checkout.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession, SEALED_CARD } from '#proof/testing/shopper.ts'

const TYPED = {
  name: 'Ana Souza',
  email: 'ana@example.com',
  phone: '+5511912345678',
  taxId: '52998224725',
  billingAddress: {
    line1: 'Rua das Flores 7',
    city: 'Campinas',
    state: 'SP',
    postalCode: '13010000',
    country: 'BR',
  },
} as const
const SENT = { email: 'maria@example.com' }
const DECLINED = { status: 'failed', declineCode: 'card_declined' } as const

// tests guard: own-prefill

describe('what a shopper typed', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const open = (customer?: typeof SENT) =>
    createTestSession(api, { customer, collect: { taxId: 'optional' } })
  const lastSent = () => processor.calls.filter(([call]) => call === 'createPayment').at(-1)?.[1]

  it.each([[undefined], [SENT]])(
    'S-112: is not served to the next visitor of the link; the merchant sent %j',
    async (sent) => {
      const session = await open(sent)
      processor.script('createPayment', DECLINED)
      const own = await session.pay({ ...SEALED_CARD, customer: TYPED })
      const next = await api.checkout.get(session.checkoutPath)
      for (const answer of [own, next]) {
        expect(answer.as(Checkout).customer).toEqual(sent ?? null)
        expect(answer.text).not.toMatch(/Ana|ana@|5511912345678|52998224725|Flores|Campinas/)
      }
      expect((await session.read()).customer).toEqual(TYPED)
    },
  )

  it('S-112: is not part of the next payment, which may be of another shopper', async () => {
    const session = await open(SENT)
    processor.script('createPayment', DECLINED, DECLINED)
    await session.pay({ ...SEALED_CARD, customer: TYPED })
    await session.pay({ ...SEALED_CARD, customer: { name: 'Bruno Lima' } })
    const customer = { ...SENT, name: 'Bruno Lima' }
    expect(lastSent()).toMatchObject({ customer })
    expect((await session.read()).customer).toEqual(customer)
    expect((await session.look()).customer).toEqual(SENT)
  })

  it('S-112: is not served where an earlier release stored the payment', async () => {
    const session = await open(SENT)
    processor.script('createPayment', DECLINED)
    await session.pay({ ...SEALED_CARD, customer: TYPED })
    await api.sql("update sessions set details = details - 'prefill' where id = $1", session.id)
    expect((await session.look()).customer).toBeNull()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreateSessionInput } from '#contract/session.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession } from '#proof/testing/shopper.ts'

const email = 'ana@example.com'
const billingAddress = { line1: '1 High Street', city: 'London', country: 'GB' }

describe('F-3: a phone number as people write it', () => {
  const processor = createScriptedProcessor()
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi({ processor })
  })
  afterAll(() => api.close())

  const create = (customer: CreateSessionInput['customer']) =>
    api.merchant.post('/v1/sessions', { merchantId: api.merchant.id, amount: 100, customer })

  it.each([
    [{ phone: '+44 (0)20 7946 0958' }, '+442079460958'],
    [{ phone: '+1 (415) 555-0132' }, '+14155550132'],
    [{ phone: '(11) 99876-5432' }, '+5511998765432'],
    [{ phone: '020 7946 0958', billingAddress }, '+442079460958'],
  ])('F-3: a session stores %j as %s', async (customer, stored) => {
    const { session } = await createTestSession(api, { customer })
    expect(session.customer?.phone).toBe(stored)
  })

  it.each([
    [{ phone: '020 7946 0958', billingAddress }, {}, '+442079460958'],
    [{ phone: '(11) 99876-5432' }, {}, '+5511998765432'],
    [{ phone: '(415) 555-0132', billingAddress }, { phoneCountry: 'US' }, '+14155550132'],
  ])('F-3: a payment by %j, %j stores %s', async (customer, where, stored) => {
    const open = await createTestSession(api)
    const body = { method: 'pix', customer: { email, ...customer }, ...where } as const
    expect((await open.pay(body)).status).toBe(200)
    expect((await open.read()).customer?.phone).toBe(stored)
  })

  it.each(['+1 (415) 555-0132 ext. 12', '998765432', 'ask me', '+44 (0)20 79'])(
    'F-3: refuses %s, and says what to send',
    async (phone) => {
      const errors = [
        {
          path: 'customer.phone',
          pointer: '#/customer/phone',
          code: 'invalid_format',
          message:
            'must be a phone number as in +5511998765432, or as it is dialled in BR, without an extension',
        },
      ]
      expect((await create({ phone })).problem().errors).toEqual(errors)
      const open = await createTestSession(api)
      const asked = processor.calls.length
      const refused = await open.pay({ method: 'pix', customer: { email, phone } })
      expect(refused.problem()).toMatchObject({ status: 422, errors })
      expect(processor.calls).toHaveLength(asked)
    },
  )

  it('F-3: says it beside what else is wrong with a session', async () => {
    const paths = (await create({ phone: '123', name: '' }))
      .problem()
      .errors?.map(({ path }) => path)
    expect(paths).toEqual(['customer.name', 'customer.phone'])
  })
})

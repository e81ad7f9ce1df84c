import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldError } from '#contract/problem.ts'
import { API_URL } from '#proof/testing/api-url.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'

const line = { name: 'Camiseta', quantity: 2, unitAmount: 100 }

describe('the errors of POST /v1/sessions', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api.close())

  const refused = async (changes: object) => {
    const body = { merchantId: api.merchant.id, amount: 1, ...changes }
    return (await api.merchant.post('/v1/sessions', body)).problem()
  }
  const placesOf = (errors: readonly FieldError[] = []) =>
    errors.map(({ pointer, code }) => `${pointer} ${code}`).toSorted()

  it('manners: names the shape and every rule of one body in one answer', async () => {
    const problem = await refused({
      lineItems: [line],
      amount: 199,
      currency: 'ZZZ',
      paymentMethods: ['card'],
      customer: { email: 'no', taxId: '1' },
      successUrl: 'https://elsewhere.example/',
      colour: 'blue',
      expiresInSeconds: 1,
    })
    expect(problem).toMatchObject({ status: 422, code: 'validation_failed' })
    expect(placesOf(problem.errors)).toEqual([
      '#/amount amount_mismatch',
      '#/colour unknown_field',
      '#/currency unknown_currency',
      '#/customer/email invalid_format',
      '#/customer/taxId invalid_tax_id',
      '#/expiresInSeconds too_small',
      '#/successUrl origin_not_registered',
    ])
  })

  it.each(['session_id', 'status', 'timestamp', 'signature', 'signature_v2'])(
    'F-8: refuses a return URL with a parameter %s of its own, by name',
    async (name) => {
      for (const path of ['successUrl', 'cancelUrl'])
        for (const query of [
          `${name}=1`,
          `a=1&${name}`,
          `%${name.charCodeAt(0).toString(16)}${name.slice(1)}=`,
        ]) {
          const url = `https://store.example/ok?${query}`
          const { errors } = await refused({ [path]: url })
          const message = `must not have the parameter ${name}, which the checkout adds itself`
          expect(errors).toMatchObject([{ path, code: 'reserved_parameter', message }])
        }
    },
  )

  it('manners: judges no rule by a field whose shape is refused', async () => {
    const { errors } = await refused({ lineItems: [{ ...line, quantity: -1 }], amount: 199 })
    expect(placesOf(errors)).toEqual(['#/lineItems/0/quantity too_small'])
    const currency = await refused({ currency: 'brl', paymentMethods: ['pix'] })
    expect(placesOf(currency.errors)).toEqual(['#/currency invalid_format'])
  })

  it('manners: points at a key with a dot, a slash, a tilde, and other characters', async () => {
    const { errors = [] } = await refused({ metadata: { 'a.b': 1, 'c/d~': 2, 'é #': 3 } })
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '#/metadata/%C3%A9%20%23',
      '#/metadata/a.b',
      '#/metadata/c~1d~0',
    ])
    const [rule] =
      (await refused({ lineItems: [{ ...line, unitAmount: 999_999_999_999 }] })).errors ?? []
    expect(rule?.pointer).toBe('#/lineItems/0')
  })

  it.each([
    [{ amount: 'x' }, 'invalid_type', 'must be an integer of minor units'],
    [{ amount: undefined, lineItems: 'x' }, 'invalid_type', 'must be a list'],
    [{ customer: [] }, 'invalid_type', 'must be an object'],
    [{ description: 5 }, 'invalid_type', 'must be a text'],
    [{ description: 'x'.repeat(501) }, 'too_big', 'must have at most 500 characters'],
    [{ description: 'a\u0000b' }, 'invalid_characters', 'must not contain control characters'],
    [{ expiresInSeconds: 1 }, 'too_small', 'must be at least 60'],
    [{ lineItems: [] }, 'too_small', 'must have at least 1 items'],
    [{ collect: { name: 'x' } }, 'invalid_value', 'must be one of required, optional, hidden'],
    [{ paymentMethods: ['card', 'card'] }, 'repeated', 'must not repeat'],
    [{ successUrl: 'x' }, 'invalid_url', 'must be an absolute http or https URL without user info'],
    [
      { metadata: { ['x'.repeat(41)]: '' } },
      'invalid_key',
      'its name must have at most 40 characters',
    ],
  ])('manners: says in our own words what is wrong with %j', async (changes, code, message) => {
    expect((await refused(changes)).errors).toMatchObject([{ code, message }])
  })

  it('manners: the type is the address of the code in the reference of this API', async () => {
    const { type } = await refused({ colour: 'blue' })
    expect(type).toBe(`${API_URL}/docs#validation_failed`)
    expect(new URL(type).origin).toBe(new URL(API_URL).origin)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CreatePayment } from '#contract/checkout.ts'
import { parseFields } from '#contract/field-errors.ts'
import type { FieldName } from '#contract/form-fields.ts'
import { createPayment } from '#page/web/payment-form/create-payment.ts'
import { type ErrorKey, errorOf, refusedFields } from '#page/web/payment-form/validate-field.ts'
import { startTestApi, type TestApi } from '#proof/testing/api.ts'
import { openCheckout } from '#proof/testing/page-checkouts.ts'
import { createScriptedProcessor } from '#proof/testing/scripted-processor.ts'
import { createTestSession } from '#proof/testing/shopper.ts'
import type { SessionForCheckout } from '#server/database/sessions/sessions.ts'
import { validatePayment } from '#server/service/payments/validate-payment.ts'
import { LANGUAGES } from '#words/languages.ts'
import { PAGE_WORDS } from '#words/tables/page.ts'
import { INPUTS } from './inputs.ts'

/** Where the API has the text of each field that shoppers type. */
const PATHS = {
  email: 'email',
  name: 'name',
  'tax-id': 'taxId',
  phone: 'phone',
  'postal-code': 'billingAddress.postalCode',
  'address-line1': 'billingAddress.line1',
  'address-line2': 'billingAddress.line2',
  district: 'billingAddress.district',
  city: 'billingAddress.city',
  state: 'billingAddress.state',
} as const
const FIELDS = Object.keys(PATHS) as (keyof typeof PATHS)[]
const COUNTRIES = ['BR', 'US', 'GB'] as const

const customerIn = (country: string) => ({
  email: 'ana@example.com',
  name: 'Ana',
  taxId: '529.982.247-25',
  phone: '+5511998765432',
  billingAddress: { line1: 'Rua A', city: 'Rio', country },
})

/** The customer with a text in one field, as a program would send it. */
function customerWith(path: string, text: string, country: string) {
  const customer = customerIn(country)
  const [first = '', second] = path.split('.')
  return second === undefined
    ? { ...customer, [first]: text }
    : { ...customer, billingAddress: { ...customer.billingAddress, [second]: text } }
}

const collected = {
  name: 'optional',
  email: 'optional',
  phone: 'optional',
  taxId: 'optional',
  billingAddress: 'optional',
} as const

/** The page does not send an optional field that is blank. */
const inputsOf = (name: keyof typeof PATHS) =>
  name === 'address-line2' || name === 'district'
    ? INPUTS.filter((text) => text.trim() !== '')
    : INPUTS

/** The API's answer to a payment, without its database. */
function problemsOfPayment(body: unknown, country: string) {
  const parsed = parseFields(CreatePayment, body)
  if (!parsed.ok) return parsed.errors
  const session = {
    merchant: { country },
    amountMinor: 100,
    attempts: 0,
    details: {
      paymentMethods: ['pix'],
      customer: null,
      collect: collected,
      paymentMethodDiscounts: {},
      installments: null,
    },
  } as unknown as SessionForCheckout
  const checked = validatePayment(session, parsed.value)
  return checked.ok ? [] : checked.errors
}

interface Verdict {
  page: ErrorKey | undefined
  api: string | undefined
}

function verdictOf(name: keyof typeof PATHS, text: string, country: string): Verdict {
  const path = PATHS[name]
  const body = { method: 'pix', customer: customerWith(path, text, country) }
  const problem = problemsOfPayment(body, country).find((one) => one.path === `customer.${path}`)
  const own = errorOf({ name, required: true }, { country, [name]: text })
  const refused = problem && refusedFields({ code: '', requestId: '', errors: [problem] })[name]
  // Only the server knows the numbers of every country: the page says what it refused.
  return { page: own ?? (name === 'phone' ? refused : undefined), api: problem?.message }
}

describe('F-1, F-2, F-3: a field that page and API share', () => {
  it('is asked more than two hundred inputs', () => {
    expect(INPUTS.length).toBeGreaterThanOrEqual(200)
  })

  describe.each(COUNTRIES)('in %s', (country) => {
    it.each(FIELDS)('F-1: %s: the page takes what the API takes, and says why not', (name) => {
      const verdicts = inputsOf(name).map((text) => ({ text, ...verdictOf(name, text, country) }))
      expect(
        verdicts.filter(({ page, api }) => (page === undefined) !== (api === undefined)),
      ).toEqual([])
      expect(verdicts.filter(({ page }) => page === 'error.refused')).toEqual([])
      const said = new Set(verdicts.flatMap(({ page }) => page ?? []))
      expect(said.size).toBeGreaterThan(0)
      for (const { tag } of LANGUAGES)
        for (const key of said) expect(PAGE_WORDS[tag][key]).toMatch(/\p{L}/u)
    })

    it.each(FIELDS)('F-1: %s: what the page takes is sent as the API takes it', (name) => {
      const right: Partial<Record<FieldName, string>> = {
        country,
        'postal-code': '01310-100',
        'address-line1': 'Rua A',
        city: 'Rio',
        state: country === 'US' ? 'CA' : 'SP',
      }
      const checkout = { ...openCheckout, collect: collected }
      const refused = INPUTS.filter((text) => verdictOf(name, text, country).page === undefined)
        .map((text) => {
          const values = { ...right, [name]: text }
          const body = createPayment(
            { draft: { method: 'pix', values }, card: null },
            checkout,
            null,
          )
          return { text, problems: problemsOfPayment(body, country) }
        })
        .filter(({ problems }) => problems.length > 0)
      expect(refused).toEqual([])
    })
  })

  describe('through the API', () => {
    let api: TestApi
    beforeAll(async () => {
      api = await startTestApi({ processor: createScriptedProcessor() })
    })
    afterAll(() => api.close())

    it.each<[keyof typeof PATHS, string]>([
      ['email', 'r&d@company.example'],
      ['email', 'ana@xn--e1afmkfd.xn--p1ai'],
      ['email', 'josé@example.com'],
      ['email', 'ana@example..com'],
      ['tax-id', '٥٢٩٩٨٢٢٤٧٢٥'],
      ['tax-id', '529.982.247-25\u0000'],
      ['phone', '+44 (0)20 7946 0958'],
      ['phone', '(11) 99876-5432 ramal 12'],
      ['postal-code', '٠١٣١٠-١٠٠'],
      ['postal-code', '01310-100abc'],
      ['state', 'sao paulo'],
      ['state', 'XX'],
      ['name', 'a\u202Eb'],
      ['city', '𝕏'.repeat(200)],
    ])('F-1: %s %j is taken or refused as the page says', async (name, text) => {
      const { page, api: message } = verdictOf(name, text, 'BR')
      const open = await createTestSession(api, { collect: collected })
      const path = PATHS[name]
      const answer = await api.checkout.post(`${open.checkoutPath}/payments`, {
        method: 'pix',
        customer: customerWith(path, text, 'BR'),
      })
      const { errors } = answer.body as { errors?: { path: string; message: string }[] }
      expect(answer.status).toBe(page === undefined ? 200 : 422)
      expect(errors?.map((error) => `${error.path} ${error.message}`)).toEqual(
        message === undefined ? undefined : [`customer.${path} ${message}`],
      )
    })
  })
})

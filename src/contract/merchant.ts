import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { parseUrl } from './parse-url.ts'
import { RETURN_PARAMETERS } from './return-parameters.ts'
import { WebUrl } from './values.ts'

const fact = () => z.string().nullable().default(null)

/** The seller and its support, as the merchant's operator stated them; null: not stated. */
export const MerchantFacts = z.object({
  legalName: fact().describe('The name under which the merchant is registered.'),
  taxId: fact().describe('CPF or CNPJ: digits and capitals without separators.'),
  supportEmail: fact(),
  supportPhone: fact().describe('In E.164, as in `+551130040000`.'),
  termsUrl: fact(),
  privacyUrl: fact(),
})
export type MerchantFacts = z.infer<typeof MerchantFacts>

export const NO_MERCHANT_FACTS: Readonly<MerchantFacts> = MerchantFacts.parse({})

/** An address to which shoppers are sent back. The checkout adds its parameters, so the address has none of these names. */
export const ReturnUrl = WebUrl.superRefine((text, context) => {
  const names = parseUrl(text)?.searchParams
  for (const name of RETURN_PARAMETERS)
    if (names?.has(name) === true)
      context.addIssue({
        code: 'custom',
        message: `must not have the parameter ${name}, which the checkout adds itself`,
        params: { code: 'reserved_parameter' },
      })
})

/** An origin to which shoppers may be sent back, such as `https://store.example`. Parsing normalises it. */
export const ReturnOrigin = WebUrl.max(LIMITS.originLengthMax)
  .meta({ maxLength: LIMITS.originLengthMax })
  .transform((text) => new URL(text))
  .transform((url, context) => {
    if (url.pathname === '/' && url.search === '' && url.hash === '') return url.origin
    context.addIssue({
      code: 'custom',
      message: `must be an origin, without a path: ${url.origin}`,
      params: { code: 'not_an_origin' },
    })
    return z.NEVER
  })

import { isIP } from 'node:net'
import type { ShopperBrowser } from '#contract/checkout.ts'
import type { Customer } from '#contract/session.ts'
import { normalizeTaxId, taxIdKind } from '#domain/tax-id.ts'
import type { ProcessorPayment } from '../processor.ts'
import { billingAddressOf } from './address.ts'

/** The values of `colorDepth` in CheckoutService-v72, the largest first. */
const COLOR_DEPTHS = [48, 32, 30, 24, 16, 15, 8, 4, 1]
const EMAIL_LENGTH_MAX = 256
const NAME_LENGTH_MAX = 80
/** Adyen leaves out a number of another form. */
const PHONE = /^\+\d{5,18}$/
const LANGUAGE = /^[a-z]{2}(?=$|[-_])/i

/** What a page that is older than this release does not tell; each field is required. */
const UNKNOWN_BROWSER: ShopperBrowser = {
  colorDepth: 24,
  screenWidth: 1280,
  screenHeight: 720,
  timeZoneOffset: 0,
  javaEnabled: false,
  language: 'en',
}
const ANY_TYPE = '*/*'
const NO_USER_AGENT = 'unknown'

type Shopper = Pick<
  ProcessorPayment,
  'browser' | 'currency' | 'customer' | 'locale' | 'merchantCountry'
>

/** The fields of a payment that describe who pays: what is known, and can be of use there. */
export function shopperOf({ browser, currency, customer, locale, merchantCountry }: Shopper) {
  const { email, phone, billingAddress: address } = customer
  const country = address?.country ?? merchantCountry
  const language = LANGUAGE.exec(locale ?? '')?.[0].toLowerCase()
  const billingAddress = address && billingAddressOf(address)
  return {
    browserInfo: browserInfoOf(browser, locale),
    ...(browser?.ip !== undefined && isIP(browser.ip) !== 0 && { shopperIP: browser.ip }),
    ...(email !== undefined && email.length <= EMAIL_LENGTH_MAX && { shopperEmail: email }),
    ...(phone !== undefined && PHONE.test(phone) && { telephoneNumber: phone }),
    ...(billingAddress && { billingAddress }),
    ...nameOf(customer),
    ...(language !== undefined &&
      country !== undefined && {
        shopperLocale: `${language}-${country}`,
      }),
    ...(country !== undefined && { countryCode: country }),
    ...(currency === 'BRL' && taxIdOf(customer)),
  }
}

function browserInfoOf(browser: ShopperBrowser | undefined, locale?: string) {
  const {
    colorDepth,
    javaEnabled,
    language,
    screenHeight,
    screenWidth,
    timeZoneOffset,
    accept = ANY_TYPE,
    userAgent = NO_USER_AGENT,
  } = browser ?? { ...UNKNOWN_BROWSER, ...(locale !== undefined && { language: locale }) }
  return {
    acceptHeader: accept || ANY_TYPE,
    colorDepth: COLOR_DEPTHS.find((depth) => depth <= colorDepth) ?? 1,
    javaEnabled,
    language,
    screenHeight,
    screenWidth,
    timeZoneOffset,
    userAgent: userAgent || NO_USER_AGENT,
  }
}

/** The first and the last word of a name; one word alone is no name there. */
function nameOf({ name = '' }: Customer) {
  const words = name.trim().split(/\s+/)
  const [firstName, lastName] = [words.at(0), words.at(-1)].map((word = '') => cut(word))
  return words.length < 2 ? {} : { shopperName: { firstName, lastName } }
}

function taxIdOf({ taxId }: Customer) {
  return taxId === undefined || taxIdKind(taxId) === undefined
    ? {}
    : { socialSecurityNumber: normalizeTaxId(taxId) }
}

/** Cuts between characters, not within one. */
function cut(text: string): string {
  return text.length <= NAME_LENGTH_MAX
    ? text
    : text.slice(0, NAME_LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, '')
}

import { cardCertificate, TEST_HMAC_KEY, testMerchant } from '#sandbox/fakes/adyen/merchants.ts'

const ADYEN_URL = 'https://adyen.test'
export const SHOPPER_URL = 'https://shopper.adyen.test'

/** The settings of an account at a fake Adyen, as its test merchant. */
export function settingsAtAdyen() {
  const { account, apiKey } = testMerchant()
  return {
    merchantAccount: account,
    apiKey,
    hmacKeys: [TEST_HMAC_KEY],
    certificate: String(cardCertificate().certificate),
    baseUrl: `${ADYEN_URL}/v72`,
    shopperUrl: SHOPPER_URL,
  }
}

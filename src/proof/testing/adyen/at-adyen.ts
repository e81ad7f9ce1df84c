import { testCertificatePath } from '#sandbox/fakes/certificates/test-certificates.ts'
import { cardCertificate, TEST_HMAC_KEY, testMerchant } from '#sandbox/fakes/adyen/merchants.ts'

export const ADYEN_ACCOUNT = 'adyen-br'
export const ADYEN_URL = 'https://adyen.test'
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

const SIMULATED = 'simulated'

/** The content of a file for `PROCESSORS`: cards at a fake Adyen, all else at the simulator. */
export function accountsAtAdyen(origin: string) {
  const account = {
    module: 'adyen',
    ...settingsAtAdyen(),
    certificate: `file:${testCertificatePath('adyen-cards.pem')}`,
    baseUrl: `${origin}/v72`,
  }
  return {
    accounts: { [ADYEN_ACCOUNT]: account, [SIMULATED]: { module: 'simulator' } },
    methods: { card: ADYEN_ACCOUNT, pix: SIMULATED, boleto: SIMULATED },
  }
}

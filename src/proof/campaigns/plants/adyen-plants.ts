import { otherMerchant, TEST_HMAC_KEY, testMerchant } from '#sandbox/fakes/adyen/merchants.ts'
import { signBody } from '#sandbox/fakes/adyen/tell.ts'
import type { Processor } from '#server/processors/processor.ts'
import { ADYEN_ACCOUNT } from '../../testing/adyen/at-adyen.ts'
import { hearStrangers } from '../adyen/scenes.ts'
import type { Plant } from '../simulation/plant.ts'
import { quietly } from './focus.ts'
import { plant } from './plant-tools.ts'

/** Faults that show only where strangers send webhooks to Adyen's address. */
export const ADYEN_PLANTS: readonly Plant[] = [
  plant('Adyen: a webhook is believed whoever signed it', ['I1', 'I2', 'I6'], {
    focus: quietly(hearStrangers),
    adyenDays: [],
    processor: reading((rawBody) => signBody(rawBody, TEST_HMAC_KEY)),
  }),
  plant('Adyen: a webhook of another account is believed', ['I1', 'I2', 'I6'], {
    focus: quietly(hearStrangers),
    adyenDays: [],
    processor: reading((rawBody) => {
      const { account } = otherMerchant()
      if (!rawBody.includes(account)) return rawBody
      return signBody(rawBody.replaceAll(account, testMerchant().account), TEST_HMAC_KEY)
    }),
  }),
  plant("Adyen: webhooks of strangers use up the limit of Adyen's own", ['I12'], {
    focus: quietly(hearStrangers),
    adyenDays: [],
    processor: atAdyen((adapter) => ({ ...adapter, verifiesCheaply: false })),
  }),
]

/** Changes the adapter of Adyen alone. */
function atAdyen(change: (adapter: Processor) => Processor): Plant['processor'] {
  return (adapter) => (adapter.name === ADYEN_ACCOUNT ? change(adapter) : adapter)
}

/** Changes what it reads. */
function reading(change: (rawBody: string) => string): Plant['processor'] {
  return atAdyen((adapter) => ({
    ...adapter,
    readNotification: (rawBody, headers, arrival) =>
      adapter.readNotification(change(rawBody), headers, arrival),
  }))
}

import { join } from 'node:path'
import type { ProcessorTestCard } from '../test-cards/processor-test-card.ts'
import { ADYEN_TEST_CARDS } from '../test-cards/processor-test-cards.ts'
import { TEST_HMAC_KEY, testMerchant } from './adyen/merchants.ts'
import { startAdyen } from './adyen/start-adyen.ts'
import { startPixBank } from './api-pix/start-pix-bank.ts'

interface Ports {
  apiPort: number
  pagePort: number
}

/** The fakes to run, with their ports. */
export interface FakesToStart {
  'api-pix'?: Ports | undefined
  adyen?: (Ports & { account: string }) | undefined
}

/** A page of a fake, to open in a browser. */
interface FakePage {
  name: string
  url: string
  /** What it is for, in a sentence. */
  about: string
  /** Its test cards, one that pays first; absent where it takes no cards. */
  cards?: readonly ProcessorTestCard[]
}

export interface RunningFakes {
  pages: FakePage[]
  close(): Promise<void>
}

interface Running {
  page: FakePage
  close(): Promise<void>
}

/**
 * Starts fakes on ports of this machine; their books stay in `directory`, so that they survive a restart. `webhookUrlOf` is where
 * an account wants its webhooks.
 */
export async function startFakes(
  fakes: FakesToStart,
  directory: string,
  webhookUrlOf: (account: string) => string | undefined,
): Promise<RunningFakes> {
  const running: Running[] = []
  const close = async () => {
    for (const fake of running.toReversed()) await fake.close()
  }
  try {
    if (fakes['api-pix'] !== undefined) running.push(await startBank(fakes['api-pix'], directory))
    if (fakes.adyen !== undefined)
      running.push(await startAdyenOf(fakes.adyen, directory, webhookUrlOf(fakes.adyen.account)))
  } catch (error) {
    await close()
    throw error
  }
  return { pages: running.map(({ page }) => page), close }
}

async function startBank({ apiPort, pagePort }: Ports, directory: string): Promise<Running> {
  const bank = await startPixBank({
    ports: { api: apiPort, page: pagePort },
    journalPath: join(directory, 'fake-api-pix.jsonl'),
  })
  const name = "Payer's bank"
  const about = `A Pix code is paid at ${bank.pageUrl} (${name}).`
  return { page: { name, url: bank.pageUrl, about }, close: () => bank.close() }
}

async function startAdyenOf(
  { apiPort, pagePort }: Ports,
  directory: string,
  webhookUrl: string | undefined,
): Promise<Running> {
  const { account } = testMerchant()
  const adyen = await startAdyen({
    ports: { api: apiPort, page: pagePort },
    journalPath: join(directory, 'fake-adyen.jsonl'),
    webhooks:
      webhookUrl === undefined
        ? []
        : [{ url: webhookUrl, hmacKey: TEST_HMAC_KEY, merchantAccount: account }],
  })
  const name = 'Fake Adyen'
  const about = `An issuer asks about card 4212 3456 7891 0006; what the network does is at ${adyen.shopperUrl} (${name}).`
  return {
    page: { name, url: adyen.shopperUrl, about, cards: ADYEN_TEST_CARDS },
    close: () => adyen.close(),
  }
}

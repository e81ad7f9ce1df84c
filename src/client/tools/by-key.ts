import { CheckoutClient } from '../checkout-client.ts'
import type { Environment } from '#contract/environment.ts'
import { CommandFailure, EXIT } from './command-line/exit.ts'
import type { Terminal } from './command-line/terminal.ts'

/** A merchant of the sandbox, and a client with its rights. */
export interface Merchant {
  merchantId: string
  client: CheckoutClient
}

/** Runs `work` as the merchant of API_KEY, over the network. */
export async function asMerchantByKey<T>(
  terminal: Terminal,
  given: { hasMerchantOption: boolean },
  work: (merchant: Merchant) => Promise<T>,
): Promise<T> {
  const client = configuredClient(terminal, 'sandbox', given)
  const { merchantId } = await client.sandbox.clock.read()
  return work({ merchantId, client })
}

/** A client configured by API_KEY and API_URL. Throws a `CommandFailure` that names what to set. */
export function configuredClient(
  { env }: Terminal,
  environment: Environment,
  { hasMerchantOption }: { hasMerchantOption: boolean },
): CheckoutClient {
  const { API_KEY: apiKey = '', API_URL: baseUrl = '' } = env
  if (apiKey === '') throw hasMerchantOption ? noMerchantNorKey() : noKey()
  try {
    return new CheckoutClient({
      apiKey,
      environment,
      ...(baseUrl !== '' && { baseUrl }),
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const message = error.message.replace('`apiKey`', 'API_KEY').replace('`baseUrl`', 'API_URL')
    throw new CommandFailure(message, EXIT.configuration)
  }
}

function noMerchantNorKey(): CommandFailure {
  return new CommandFailure(
    'Give --merchant, or the variables API_URL and API_KEY with a key of the merchant.',
    EXIT.usage,
  )
}

function noKey(): CommandFailure {
  return new CommandFailure(
    "Set the variable API_KEY (here or in .env) to a key of the sandbox's merchant, which begins with hp_test_, and API_URL to the " +
      "address of the sandbox's API if it is not http://localhost:4243.",
    EXIT.configuration,
  )
}

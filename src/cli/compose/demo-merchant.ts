import { z } from 'zod'
import { MerchantId } from '#contract/ids.ts'
import { createMerchant } from '#server/service/merchants/create-merchant.ts'
import { issueKey, keyOfMerchant } from '#server/service/keys/issue-key.ts'
import type { OperatorContext } from '#server/service/audit/operator-context.ts'
import { changeMerchant } from '#server/service/merchants/change-merchant.ts'
import { setWebhookEndpoint } from '#server/service/merchants/set-webhook-endpoint.ts'
import { readMerchant } from '#server/database/merchants/merchants.ts'
import type { Config } from '../config.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { isKnown } from './checkout-key.ts'
import { environmentDirectory } from './environment-directory.ts'
import { readSecretFile, writeSecretFile } from '#server/process/secret-file.ts'

const FILE = 'demo-store.json'

const DemoMerchant = z.object({
  merchantId: MerchantId,
  apiKey: z.string(),
  webhookSecret: z.string(),
})
export type DemoMerchant = z.infer<typeof DemoMerchant>

/** The demo store's credentials, the same that any merchant gets. */
export function readDemoMerchant(config: Config): DemoMerchant {
  const text = readSecretFile(environmentDirectory(config), FILE)
  if (text === undefined)
    throw new CommandFailure(
      'The demo store has no merchant yet: start the API of the sandbox first.',
      EXIT.configuration,
    )
  return DemoMerchant.parse(JSON.parse(text))
}

/** Fictional, with the check digits of a real CNPJ. */
const DEMO_FACTS = {
  legalName: 'Varal Roupas Ltda',
  taxId: '11222333000181',
  supportEmail: 'ajuda@varal.example',
  supportPhone: '+551130040000',
  termsUrl: 'https://varal.example/termos',
  privacyUrl: 'https://varal.example/privacidade',
}

/** Creates the demo store's merchant, once per database. */
export async function ensureDemoMerchant(config: Config, operator: OperatorContext): Promise<void> {
  const callbackUrl = `${config.storeUrl}/webhooks`
  const brand = { logoUrl: `${config.storeUrl}/assets/logo.png`, color: '#2f6f73' }
  const directory = environmentDirectory(config)
  const text = readSecretFile(directory, FILE)
  if (text !== undefined) {
    const known = DemoMerchant.parse(JSON.parse(text))
    if (await isKnown(operator, known.apiKey)) {
      const { merchantId } = known
      const merchant = await readMerchant(operator.database, merchantId)
      // An unnecessary change would add a row to the audit log.
      if (merchant?.callbackUrl !== callbackUrl || merchant.callbackDisabledAt !== null)
        await setWebhookEndpoint(operator, { merchantId, url: callbackUrl })
      if (merchant?.brand.logoUrl !== brand.logoUrl || merchant.brand.color !== brand.color)
        await changeMerchant(operator, merchantId, { brand })
      if (merchant?.legalName === null)
        await changeMerchant(operator, merchantId, { facts: DEMO_FACTS })
      return
    }
  }
  const { merchantId, webhookSecret } = await createMerchant(operator, {
    name: 'Varal',
    currency: 'BRL',
    country: 'BR',
    callbackUrl,
    returnOrigins: [config.storeUrl],
    successUrl: null,
    cancelUrl: null,
    ...DEMO_FACTS,
  })
  await changeMerchant(operator, merchantId, { brand })
  const { apiKey } = await issueKey(operator, keyOfMerchant(config.environment, merchantId))
  writeSecretFile(directory, FILE, JSON.stringify({ merchantId, apiKey, webhookSecret }))
}

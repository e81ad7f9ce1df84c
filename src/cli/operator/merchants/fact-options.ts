import type { Command } from 'commander'
import type { MerchantFacts } from '#contract/merchant.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import {
  HttpsUrl,
  LegalName,
  nullIfNone,
  type OrNone,
  SupportEmail,
  SupportPhone,
  TaxId,
} from './merchant-options.ts'

export type FactOptions = { [Fact in keyof MerchantFacts]?: OrNone<string> }

/** Adds the options for the facts about the seller and its support, which the page's footer and the receipts show. */
export function addFactOptions(command: Command): Command {
  return command
    .option('--legal-name <name>', 'under which the merchant is registered, or none', as(LegalName))
    .option('--tax-id <number>', 'CPF or CNPJ of the merchant, or none', as(TaxId))
    .option('--support-email <email>', 'where shoppers get help, or none', as(SupportEmail))
    .option('--support-phone <phone>', 'as in +551130040000, or none', as(SupportPhone))
    .option('--terms-url <url>', 'address of the terms of sale, or none', as(HttpsUrl))
    .option('--privacy-url <url>', 'address of the privacy notice, or none', as(HttpsUrl))
}

/** The facts that were given. */
export function factsOf(options: FactOptions): Partial<MerchantFacts> {
  const { legalName, taxId, supportEmail, supportPhone, termsUrl, privacyUrl } = options
  const facts = { legalName, taxId, supportEmail, supportPhone, termsUrl, privacyUrl }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) =>
      fact === undefined ? [] : [[name, nullIfNone(fact)]],
    ),
  )
}

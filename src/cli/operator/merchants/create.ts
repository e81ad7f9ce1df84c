import type { Command } from 'commander'
import { ReturnOrigin, ReturnUrl } from '#contract/merchant.ts'
import type { PaymentMethod } from '#contract/payment.ts'
import { WebUrl } from '#contract/values.ts'
import { createMerchant } from '#server/service/merchants/create-merchant.ts'
import { issueKey, keyOfMerchant } from '#server/service/keys/issue-key.ts'
import { allowedCallbackUrl, allowedReturnOrigins, allowedReturnUrl } from '../../allowed-urls.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import type { Config } from '../../config.ts'
import { as, listOf } from '#client/tools/command-line/read-option.ts'
import { printSecret, printNotice } from '#client/tools/command-line/output.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import { addFactOptions, factsOf, type FactOptions } from './fact-options.ts'
import {
  Country,
  CurrencyCode,
  MerchantName,
  PaymentMethodList,
  TimeZone,
} from './merchant-options.ts'

interface CreateOptions extends FactOptions {
  name: string
  callbackUrl?: string
  returnOrigin?: string[]
  successUrl?: string
  cancelUrl?: string
  currency: string
  country: string
  timeZone?: string
  paymentMethods?: PaymentMethod[]
  env?: true
}

export function addCreate(merchants: Command): void {
  const command = merchants
    .command('create')
    .summary('make a merchant')
    .description(
      'Makes a merchant, and the secret that signs its notifications. The secret is shown this once.',
    )
    .requiredOption('--name <name>', 'what shoppers read on the page', as(MerchantName))
    .option('--callback-url <url>', 'where notifications are sent', as(WebUrl))
    .option(
      '--return-origin <origin>',
      'where shoppers may be sent back to; may be given more than once',
      listOf(ReturnOrigin),
    )
    .option(
      '--success-url <url>',
      "where shoppers go after paying, if a session doesn't say",
      as(ReturnUrl),
    )
    .option(
      '--cancel-url <url>',
      "where the way back leads, if a session doesn't say",
      as(ReturnUrl),
    )
    .option('--currency <code>', "of sessions that don't say", as(CurrencyCode), 'BRL')
    .option('--country <code>', 'of the merchant', as(Country), 'BR')
    .option(
      '--time-zone <zone>',
      'of its reports and of what its shoppers are told, as in America/Manaus; else that of the country',
      as(TimeZone),
    )
    .option(
      '--payment-methods <methods>',
      "of sessions that don't say, as in card,pix; else all that take the currency",
      as(PaymentMethodList),
    )
  addFactOptions(command)
    .option('--env', 'also make a key, and answer all as variables of the environment')
    .addHelpText(
      'after',
      examples(
        'merchants create --name "Loja" --callback-url https://loja.example/webhooks --return-origin https://loja.example',
        'merchants create --name "Loja" --callback-url http://localhost:3000/webhooks --json',
        'merchants create --name QA --env > .env',
      ),
    )
    .action(async (options: CreateOptions, command: Command) => {
      const { name } = options
      const created = await asOperator(command, (operator) => create(operator, options))
      const { apiKey, merchantId, webhookSecret } = created
      answer(
        command,
        { merchantId, name, webhookSecret, ...(apiKey !== null && { apiKey }) },
        (terminal) =>
          apiKey === null
            ? printCreated(terminal, name, created)
            : printVariables(terminal, name, { ...created, apiKey }),
      )
    })
}

interface Created {
  merchantId: string
  webhookSecret: string
  /** Only with `--env`. */
  apiKey: string | null
  config: Config
}

function printCreated(
  terminal: Terminal,
  name: string,
  { merchantId, webhookSecret }: Created,
): void {
  printSecret(terminal, merchantId, `Made merchant ${name}. Its id:`)
  printSecret(terminal, webhookSecret, 'The secret that signs its notifications, shown this once:')
  printNotice(terminal, `Next: npx --no checkout keys issue --merchant ${merchantId}`)
}

function printVariables(
  terminal: Terminal,
  name: string,
  { apiKey, config, ...created }: Created,
): void {
  const variables = {
    CHECKOUT_URL: config.checkoutUrl,
    API_URL: config.apiUrl,
    MERCHANT_ID: created.merchantId,
    API_KEY: apiKey,
    WEBHOOK_SECRET: created.webhookSecret,
  }
  const lines = Object.entries(variables).map(([variable, value]) => `${variable}=${value}`)
  printSecret(
    terminal,
    lines.join('\n'),
    `Made merchant ${name}, with a key. Both secrets are shown this once.`,
  )
}

async function create(operator: Operator, options: CreateOptions): Promise<Created> {
  const { config } = operator
  const { name, currency, country, timeZone } = options
  const { callbackUrl, successUrl, cancelUrl, paymentMethods } = options
  const returnOrigins = allowedReturnOrigins(options.returnOrigin ?? [], config)
  const { environment } = config
  const created = await createMerchant(operator, {
    name,
    currency,
    country,
    callbackUrl: callbackUrl === undefined ? null : allowedCallbackUrl(callbackUrl, config),
    returnOrigins,
    successUrl: allowedReturnUrl(successUrl, returnOrigins, config),
    cancelUrl: allowedReturnUrl(cancelUrl, returnOrigins, config),
    ...(timeZone !== undefined && { timeZone }),
    ...(paymentMethods && { paymentMethods }),
    ...factsOf(options),
  })
  if (options.env === undefined) return { ...created, apiKey: null, config }
  const key = keyOfMerchant(environment, created.merchantId)
  return { ...created, ...(await issueKey(operator, key)), config }
}

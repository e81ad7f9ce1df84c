import { Option, type Command } from 'commander'
import type { PaymentMethod } from '#contract/payment.ts'
import { MerchantId } from '#contract/ids.ts'
import { ReturnOrigin } from '#contract/merchant.ts'
import type { MismatchPolicy } from '#domain/settlement.ts'
import { changeMerchant } from '#server/service/merchants/change-merchant.ts'
import type { MerchantChange, MerchantRecord } from '#server/database/merchants/merchants.ts'
import { allowedLogoUrl, allowedReturnOrigins, allowedReturnUrl } from '../../allowed-urls.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { valueOf } from '../../value-of.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { requireMerchant } from '../../merchant.ts'
import { as, listOf } from '#client/tools/command-line/read-option.ts'
import { print } from '#client/tools/command-line/output.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import { addFactOptions, factsOf, type FactOptions } from './fact-options.ts'
import {
  BrandColor,
  LogoUrl,
  MerchantName,
  nullIfNone,
  PaymentMethodList,
  RadiusPx,
  ReturnUrl,
  TimeZoneOrNone,
  type OrNone,
} from './merchant-options.ts'
import { warnWithoutImage } from './warn-without-image.ts'
import { merchantDocument, merchantFields } from './present-merchant.ts'

interface SetOptions extends FactOptions {
  name?: string
  timeZone?: OrNone<string>
  brandColor?: OrNone<string>
  logoUrl?: OrNone<string>
  radius?: OrNone<number>
  latePayments?: 'accept' | 'refund'
  amountMismatch?: MismatchPolicy
  shopperMails?: 'on' | 'off'
  returnOrigin?: string[]
  successUrl?: OrNone<string>
  cancelUrl?: OrNone<string>
  paymentMethods?: PaymentMethod[]
}

export function addSet(merchants: Command): void {
  const command = merchants
    .command('set')
    .summary('change a merchant')
    .description('Changes what is given and leaves the rest as it is.')
    .argument('<merchantId>', 'as "merchants list" shows it', as(MerchantId))
    .option('--name <name>', 'what shoppers read on the page', as(MerchantName))
    .option(
      '--time-zone <zone>',
      'of its reports and of what its shoppers are told, as in America/Manaus, or none: that of the country',
      as(TimeZoneOrNone),
    )
    .option(
      '--brand-color <color>',
      'of the page\'s buttons, as in "#0a7d55", or none',
      as(BrandColor),
    )
    .option(
      '--logo-url <url>',
      'address of a PNG, JPEG, WebP, GIF or AVIF of at most 1 MiB, or none',
      as(LogoUrl),
    )
    .option('--radius <pixels>', 'roundness of corners, 0 to 24, or none', as(RadiusPx))
    .addOption(
      new Option(
        '--late-payments <policy>',
        'what becomes of money after the end of a session',
      ).choices(['accept', 'refund']),
    )
    .addOption(
      new Option(
        '--amount-mismatch <policy>',
        'what becomes of another amount than was asked',
      ).choices(['hold', 'accept', 'refund']),
    )
    .addOption(
      new Option(
        '--shopper-mails <on|off>',
        'mails besides the receipt: boletos, refunds, money that banks took back',
      ).choices(['on', 'off']),
    )
    .option(
      '--return-origin <origin>',
      'instead of all before; may be given more than once',
      listOf(ReturnOrigin),
    )
    .option(
      '--success-url <url>',
      "where shoppers go after paying, if a session doesn't say, or none",
      as(ReturnUrl),
    )
    .option(
      '--cancel-url <url>',
      "where the way back leads, if a session doesn't say, or none",
      as(ReturnUrl),
    )
    .option(
      '--payment-methods <methods>',
      "of sessions that don't say, as in card,pix",
      as(PaymentMethodList),
    )
  addFactOptions(command)
    .addHelpText(
      'after',
      examples(
        'merchants set 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --brand-color "#0a7d55" --logo-url https://loja.example/logo.png',
        'merchants set 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --late-payments accept --payment-methods card,pix',
        'merchants set 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --legal-name "Loja Exemplo Ltda" --tax-id 12.345.678/0001-95 --support-email ajuda@loja.example',
      ),
    )
    .action(async (merchantId: string, options: SetOptions, command: Command) => {
      if (Object.keys(options).length === 0) command.error('error: nothing to change was given')
      const merchant = await asOperator(command, (operator) =>
        change(operator, merchantId, options),
      )
      answer(command, merchantDocument(merchant), (terminal) =>
        print(terminal, merchantFields(merchant)),
      )
      const { logoUrl } = merchant.brand
      if (options.logoUrl !== undefined && logoUrl != null)
        await warnWithoutImage(terminalOf(command), logoUrl)
    })
}

async function change(
  operator: Operator,
  merchantId: string,
  {
    name,
    timeZone,
    brandColor,
    logoUrl,
    radius,
    latePayments,
    amountMismatch,
    shopperMails,
    returnOrigin,
    successUrl,
    cancelUrl,
    paymentMethods,
    ...rest
  }: SetOptions,
): Promise<MerchantRecord> {
  const { config } = operator
  const brand = {
    ...(brandColor !== undefined && { color: nullIfNone(brandColor) }),
    ...(logoUrl !== undefined && {
      logoUrl: allowedLogoUrl(nullIfNone(logoUrl), config),
    }),
    ...(radius !== undefined && { radiusPx: nullIfNone(radius) }),
  }
  const facts = factsOf(rest)
  const returnOrigins = returnOrigin && allowedReturnOrigins(returnOrigin, config)
  const origins = returnOrigins ?? (await requireMerchant(operator, merchantId)).returnOrigins
  const returnUrl = (url: OrNone<string>) =>
    allowedReturnUrl(nullIfNone(url) ?? undefined, origins, config)
  const change: MerchantChange = {
    ...(name !== undefined && { name }),
    ...(timeZone !== undefined && { timeZone: nullIfNone(timeZone) }),
    ...(latePayments !== undefined && { latePayments }),
    ...(amountMismatch !== undefined && { amountMismatch }),
    ...(shopperMails !== undefined && { shopperMails: shopperMails === 'on' }),
    ...(returnOrigins && { returnOrigins }),
    ...(successUrl !== undefined && { successUrl: returnUrl(successUrl) }),
    ...(cancelUrl !== undefined && { cancelUrl: returnUrl(cancelUrl) }),
    ...(paymentMethods && { paymentMethods }),
    ...(Object.keys(brand).length > 0 && { brand }),
    ...(Object.keys(facts).length > 0 && { facts }),
  }
  return valueOf(await changeMerchant(operator, merchantId, change), {
    kind: 'merchant',
    id: merchantId,
  })
}

import { Option, type Command } from 'commander'
import { MerchantId } from '../../../contract/ids.ts'
import { changeMerchant } from '../../../server/operator/change-merchant.ts'
import type { MerchantChange, MerchantRecord } from '../../../server/database/merchants.ts'
import { allowedLogoUrl, allowedReturnOrigins } from '../../allowed-urls.ts'
import { answer } from '../../../client/tools/command-line/answer.ts'
import { asOperator, type Operator } from '../../as-operator.ts'
import { examples } from '../../examples.ts'
import { noMerchant } from '../../merchant.ts'
import { as, listOf } from '../../../client/tools/command-line/read-option.ts'
import { print } from '../../../client/tools/command-line/output.ts'
import {
  BrandColor,
  LogoUrl,
  MerchantName,
  nullIfNone,
  RadiusPx,
  ReturnOrigin,
  type OrNone,
} from './merchant-options.ts'
import { warnWithoutImage } from './warn-without-image.ts'
import { merchantDocument, merchantFields } from './present-merchant.ts'

interface SetOptions {
  name?: string
  brandColor?: OrNone<string>
  logoUrl?: OrNone<string>
  radius?: OrNone<number>
  latePayments?: 'accept' | 'refund'
  returnOrigin?: string[]
}

export function addSet(merchants: Command): void {
  merchants
    .command('set')
    .summary('change a merchant')
    .description('Changes what is given and leaves the rest as it is.')
    .argument('<merchantId>', 'as "merchants list" shows it', as(MerchantId))
    .option('--name <name>', 'what shoppers read on the page', as(MerchantName))
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
    .option(
      '--return-origin <origin>',
      'instead of all before; may be given more than once',
      listOf(ReturnOrigin),
    )
    .addHelpText(
      'after',
      examples(
        'merchants set 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --brand-color "#0a7d55" --logo-url https://loja.example/logo.png',
        'merchants set 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e --late-payments accept',
      ),
    )
    .action(async (merchantId: string, options: SetOptions, command: Command) => {
      if (Object.keys(options).length === 0) command.error('error: nothing to change was given')
      const merchant = await asOperator(command, (operator) =>
        change(operator, merchantId, options),
      )
      answer(command, merchantDocument(merchant), () => print(merchantFields(merchant)))
      const { logoUrl } = merchant.brand
      if (options.logoUrl !== undefined && logoUrl != null) await warnWithoutImage(logoUrl)
    })
}

async function change(
  operator: Operator,
  merchantId: string,
  { name, brandColor, logoUrl, radius, latePayments, returnOrigin }: SetOptions,
): Promise<MerchantRecord> {
  const { config } = operator
  const brand = {
    ...(brandColor !== undefined && { color: nullIfNone(brandColor) }),
    ...(logoUrl !== undefined && {
      logoUrl: allowedLogoUrl(nullIfNone(logoUrl), config),
    }),
    ...(radius !== undefined && { radiusPx: nullIfNone(radius) }),
  }
  const change: MerchantChange = {
    ...(name !== undefined && { name }),
    ...(latePayments !== undefined && { latePayments }),
    ...(returnOrigin && { returnOrigins: allowedReturnOrigins(returnOrigin, config) }),
    ...(Object.keys(brand).length > 0 && { brand }),
  }
  const merchant = await changeMerchant(operator, merchantId, change)
  if (merchant === undefined) throw noMerchant(merchantId)
  return merchant
}

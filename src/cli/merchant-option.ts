import { Option } from 'commander'
import { MerchantId } from '#contract/ids.ts'
import { as } from '#client/tools/command-line/read-option.ts'

export function merchantOption(): Option {
  return new Option('--merchant <merchantId>', 'as "merchants list" shows it')
    .argParser(as(MerchantId))
    .makeOptionMandatory()
}

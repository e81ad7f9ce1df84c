import { Option } from 'commander'
import { MerchantId } from '../contract/ids.ts'
import { as } from './options.ts'

/** Whose callback, or whose deliveries. */
export function merchantOption(): Option {
  return option('as "merchants list" shows it').makeOptionMandatory()
}

/** For commands that merchants use, too: see `asMerchant`. */
export function merchantOrKeyOption(): Option {
  return option(`as "merchants list" shows it; without, the variables API_URL and API_KEY say`)
}

function option(description: string): Option {
  return new Option('--merchant <merchantId>', description).argParser(as(MerchantId))
}

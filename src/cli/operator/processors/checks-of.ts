import type { ProcessorCheck } from '../../../server/processors/processor.ts'
import { addressCheck } from './check-address.ts'
import type { ConfiguredAccount } from './configured-accounts.ts'

/** The checks of an account: its module's, and whether the address of its webhooks answers. */
export function checksOf({ processor, certifiedUrl }: ConfiguredAccount): ProcessorCheck[] {
  return [
    ...(processor?.checks ?? []),
    ...(certifiedUrl === undefined ? [] : [addressCheck(certifiedUrl)]),
  ]
}

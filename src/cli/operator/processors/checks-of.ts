import type { ProcessorCheck } from '#server/processors/processor.ts'
import { addressCheck } from './check-address.ts'
import type { ConfiguredAccount } from './configured-accounts.ts'

/** The checks of an account: those of its module, and one for the address of its webhooks. */
export function checksOf({ processor, certifiedUrl }: ConfiguredAccount): ProcessorCheck[] {
  return [
    ...(processor?.checks ?? []),
    ...(certifiedUrl === undefined ? [] : [addressCheck(certifiedUrl)]),
  ]
}

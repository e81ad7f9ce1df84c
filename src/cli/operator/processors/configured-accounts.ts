import { randomBytes } from 'node:crypto'
import { PAYMENT_METHODS, type PaymentMethod } from '#contract/payment.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import type { ProcessorContext } from '#server/processors/load-processor.ts'
import type { Processor } from '#server/processors/processor.ts'
import { takesMethod } from '#server/processors/processors.ts'
import { openAccounts, openOneProcessor } from '../../compose/open-accounts.ts'
import type { Config } from '../../config.ts'

/** An account of this configuration, without its payments. */
export interface ConfiguredAccount {
  name: string
  module: string
  /** The methods of which it takes new payments. */
  methods: PaymentMethod[]
  isRetired: boolean
  /** The URL of its notifications with client certificates; undefined if they come without. */
  certifiedUrl?: string
  /** The URL of its notifications; undefined for the one account of `PROCESSOR`. */
  notificationUrl?: string
  /** Undefined for the sandbox's simulator. */
  processor: Processor | undefined
}

export function accountNamed(
  accounts: readonly ConfiguredAccount[],
  name: string,
): ConfiguredAccount {
  const found = accounts.find((account) => account.name === name)
  if (found !== undefined) return found
  const names = accounts.map((account) => account.name).join(', ')
  throw new CommandFailure(`There is no account "${name}"; the accounts are ${names}.`)
}

/** The accounts of `PROCESSORS`, or the one of `PROCESSOR`. Throws a `CommandFailure` that lists what is wrong. */
export async function openConfiguredAccounts(
  config: Config,
  watching: Pick<ProcessorContext, 'onUnknownField'> = {},
): Promise<ConfiguredAccount[]> {
  const deps = {
    clock: () => new Date(),
    random: (length: number) => new Uint8Array(randomBytes(length)),
    ...watching,
  }
  const accounts = await openAccounts(config, deps)
  if (accounts !== undefined)
    return accounts.all.map((account) => ({
      ...account,
      ...(account.webhookAuthorities.length > 0 && { certifiedUrl: account.notificationUrl }),
      methods: PAYMENT_METHODS.filter((method) => accounts.methods[method] === account.name),
    }))
  const processor = await openOneProcessor(config, deps)
  const methods = PAYMENT_METHODS.filter(
    (method) => processor === undefined || takesMethod(processor, method),
  )
  const { processor: module } = config
  return [{ name: processor?.name ?? module, module, methods, isRetired: false, processor }]
}

import { readAccountsInUse, type AccountInUse } from '#server/database/payments/accounts-in-use.ts'
import type { Database } from '#server/database/engine/database.ts'
import type { Accounts } from '#server/processors/accounts/accounts.ts'
import type { Config } from '../config.ts'
import { findFile, wrongAccounts } from './open-accounts.ts'

/** Refuses an accounts file that lacks an account with unfinished payments, which no process would inquire about. */
export async function refuseMissingAccounts(
  database: Database,
  { all }: Accounts,
  config: Pick<Config, 'environment' | 'processorsFile'>,
): Promise<void> {
  const inUse = await readAccountsInUse(database)
  const missing = inUse.filter(({ name }) => !all.some((account) => account.name === name))
  if (missing.length === 0) return
  const path = findFile(config.processorsFile ?? '', config)
  throw wrongAccounts(path, missing.map(problemOf))
}

export function problemOf({ name, alive }: AccountInUse): string {
  return `accounts has no "${name}", which has ${alive} unfinished payments or refunds: keep it, with "retired": true`
}

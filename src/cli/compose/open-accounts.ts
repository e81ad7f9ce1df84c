import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { PROCESSOR_NOTIFICATIONS_PATH } from '#server/api/processor-notifications.ts'
import type { Accounts } from '#server/processors/accounts/accounts.ts'
import { AccountsNotLoaded, loadAccounts } from '#server/processors/accounts/load-accounts.ts'
import { listsNoMovements } from '#server/processors/accounts/load-account.ts'
import { createProblems } from '#server/processors/accounts/problems.ts'
import { readAccountsFile } from '#server/processors/accounts/read-accounts-file.ts'
import { cacheEncryptionKey } from '#server/processors/cache-encryption-key.ts'
import {
  loadProcessor,
  ProcessorNotLoaded,
  SIMULATED,
  type ProcessorContext,
} from '#server/processors/load-processor.ts'
import type { Processor } from '#server/processors/processor.ts'
import { PROCESSOR_TIMEOUT_MAX_MS, timeOutCalls } from '#server/processors/time-out-calls.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import type { Config } from '../config.ts'

export const PROCESSOR_TIMEOUT_MS = 10_000

type Deps = Pick<ProcessorContext, 'clock' | 'random' | 'onUnknownField'>

/**
 * The accounts of the file `PROCESSORS`; undefined without one. Throws a `CommandFailure` that lists every problem of the
 * file.
 */
export async function openAccounts(config: Config, deps: Deps): Promise<Accounts | undefined> {
  const { environment, layout, apiUrl, processorWebhookPort, hasTrustedProxies } = config
  if (config.processorsFile === undefined) return undefined
  const path = findFile(config.processorsFile, config)
  try {
    return await loadAccounts({
      ...deps,
      path,
      readText: readTextBeside(path),
      environment,
      layout,
      timeoutMs: PROCESSOR_TIMEOUT_MS,
      variables: config.variables,
      notificationsUrl: apiUrl + PROCESSOR_NOTIFICATIONS_PATH,
      notificationsPath: PROCESSOR_NOTIFICATIONS_PATH,
      webhooksUrl: `https://localhost:${processorWebhookPort}`,
      hasTrustedProxies,
      bound,
    })
  } catch (error) {
    if (!(error instanceof AccountsNotLoaded)) throw error
    throw wrongAccounts(path, error.problems)
  }
}

/** The accounts whose books are never compared, by the file alone: no module is loaded, and faults are left to the start. */
export function namesNotCompared(config: Config): string[] {
  const { layout, variables } = config
  if (config.processorsFile === undefined) return []
  const path = findFile(config.processorsFile, config)
  const file = readAccountsFile(
    { path, readText: readTextBeside(path), layout, variables },
    createProblems(),
  )
  return (file?.accounts ?? [])
    .filter(([, { module }]) => listsNoMovements(module))
    .map(([name]) => name)
}

/** Reads a file whose path is relative to the accounts file, or absolute. */
function readTextBeside(path: string): (file: string) => string {
  return (file) => readFileSync(resolve(dirname(path), file), 'utf8')
}

/** Makes the failure for a wrong accounts file, with a line for each problem. */
export function wrongAccounts(path: string, problems: readonly string[]): CommandFailure {
  const lines = problems.map((problem) => `  PROCESSORS: ${problem}`)
  return new CommandFailure(
    [`The configuration is wrong, in ${path}:`, ...lines].join('\n'),
    EXIT.configuration,
  )
}

/** Accounts that were opened before the database, so that a wrong file is reported even if the database is not available. */
export interface EarlyAccounts {
  /** Undefined without the file `PROCESSORS`. */
  accounts: Accounts | undefined
  /** Makes the accounts use this clock, the database's, in place of the machine's. */
  follow: (clock: () => Date) => void
}

/** Opens the accounts with the machine's clock. Throws a `CommandFailure` that lists every problem of the file. */
export async function openAccountsEarly(config: Config): Promise<EarlyAccounts> {
  let clock = () => new Date()
  const random = (length: number) => new Uint8Array(randomBytes(length))
  const accounts = await openAccounts(config, { clock: () => clock(), random })
  return {
    accounts,
    follow: (own) => {
      clock = own
    },
  }
}

const SOURCE = join(import.meta.dirname, '../..')

/** Resolves a path. In the sandbox a path may also be relative to the project's `src`: `sandbox/fakes/accounts.json`. */
export function findFile(file: string, { environment }: Pick<Config, 'environment'>): string {
  const own = resolve(file)
  const ofProject = resolve(SOURCE, file)
  return environment === 'sandbox' && !existsSync(own) && existsSync(ofProject) ? ofProject : own
}

/** Loads the module that `PROCESSOR` names; undefined for the sandbox's simulator. */
export async function openOneProcessor(config: Config, deps: Deps): Promise<Processor | undefined> {
  const { environment, apiUrl, processor } = config
  if (processor === SIMULATED && environment === 'sandbox') return undefined
  try {
    const module = await loadProcessor(processor, {
      ...deps,
      environment,
      timeoutMs: PROCESSOR_TIMEOUT_MS,
      notificationUrl: `${apiUrl}${PROCESSOR_NOTIFICATIONS_PATH}`,
      variables: config.variables,
      account: processor,
      settings: {},
    })
    return bound(module)
  } catch (error) {
    if (error instanceof ProcessorNotLoaded)
      throw new CommandFailure(error.message, EXIT.configuration)
    throw error
  }
}

/** Limits the time of each call. The limit is below the key cache, so that a request without an answer does not stay there. */
function bound(processor: Processor): Processor {
  return cacheEncryptionKey(timeOutCalls(processor, { timeoutMs: PROCESSOR_TIMEOUT_MAX_MS }))
}

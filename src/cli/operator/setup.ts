import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { printNotice, printSecret } from '#client/tools/command-line/output.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import type { Terminal, Variables } from '#client/tools/command-line/terminal.ts'
import { listApiKeys } from '#server/database/keys/api-keys.ts'
import { readAuditHead } from '#server/database/audit/audit-log.ts'
import { readDeployment } from '#server/database/installation/deployment.ts'
import type { Queryable } from '#server/database/engine/database.ts'
import { migrate } from '#server/database/migrate/migrate.ts'
import { waitForDatabase } from '#server/database/engine/wait-for-database.ts'
import { issueKey, keyOfCheckout } from '#server/service/keys/issue-key.ts'
import { withOperator, type Operator } from '../as-operator.ts'
import { commandLog } from '../command-log.ts'
import { PAGE_KEY_REMEDY, problemOfPageKey } from '../compose/checkout-key.ts'
import { namesNotCompared } from '../compose/open-accounts.ts'
import { notComparedText } from '../not-compared-text.ts'
import { ownDatabase, refuseEarlierTables, refuseOtherDatabase } from '../compose/own-database.ts'
import { openConfiguredDatabase, type OpenedDatabase } from '../compose/open-database.ts'
import { migrateSimulatorTables } from '../compose/simulator-tables.ts'
import { readConfig, type Config } from '../config.ts'
import { examples } from '../examples.ts'
import { loadConfig } from '../load-config.ts'
import { openSecretFolder, type SecretFolder } from './setup-secrets.ts'

const MASTER_KEY_BYTES = 32

/** What a run of `setup` made; null where it was there already. */
interface Setup {
  applied: readonly string[]
  masterKey: string | null
  checkoutApiKey: string | null
  /** The files that it wrote, with `--files`. */
  files?: readonly string[]
  /** The accounts of `PROCESSORS` whose books cannot be compared. */
  notCompared?: readonly string[]
}

interface SetupOptions {
  files?: string
}

export function addSetup(program: Command): void {
  program
    .command('setup')
    .summary('prepare a new database, and make the secrets that serve needs')
    .description(
      'Waits for the database, applies the schema, and makes what is not there yet: MASTER_KEY, and the API key of the page. The secrets are shown this once, as variables on standard output, or kept as files. A second run changes nothing.',
    )
    .option(
      '--files <folder>',
      'keep the secrets as files there, master-key and checkout-api-key, in place of showing them',
    )
    .addHelpText('after', examples('setup', 'setup --json', 'setup --files /etc/checkout'))
    .action(async ({ files }: SetupOptions, command: Command) => {
      const terminal = terminalOf(command)
      const folder = files === undefined ? undefined : openSecretFolder(files, terminal.env)
      const config = loadConfig(terminal, { onlySetsUp: true })
      const notCompared = namesNotCompared(config)
      const made = {
        ...(await setUp(config, command, folder)),
        ...(notCompared.length > 0 && { notCompared }),
      }
      answer(command, made, () => printSetup(terminal, made))
    })
}

async function setUp(
  config: Config,
  command: Command,
  folder: SecretFolder | undefined,
): Promise<Setup> {
  const terminal = terminalOf(command)
  const log = commandLog(terminal, config.logLevel)
  const opened = await openConfiguredDatabase(config, { log, role: 'command' })
  try {
    await waitForDatabase(opened.database, {
      waitMs: config.databaseWaitMs,
      nowMs: () => performance.now(),
      log,
      stopped: new AbortController().signal,
    })
    await refuseOwnedDatabase(config, opened)
    const { applied: ofService } = await migrate({ url: opened.url, log })
    const masterKey = await masterKeyFor(config, opened)
    const own = { ...config, masterKey: masterKey ?? config.masterKey }
    const keyText = masterKey?.toString('base64') ?? null
    const files: string[] = []
    // The key is written to its file before the database depends on it.
    if (folder !== undefined && keyText !== null) files.push(folder.keep('MASTER_KEY', keyText))
    await ownDatabase(own, opened.database)
    const applied = [...ofService, ...(await migrateSimulatorTables(config, opened))]
    const checkoutApiKey = await withOperator(command, { config: own, opened, log }, checkoutKeyFor)
    if (folder === undefined) return { applied, masterKey: keyText, checkoutApiKey }
    if (checkoutApiKey !== null) files.push(folder.keep('CHECKOUT_API_KEY', checkoutApiKey))
    return { applied, masterKey: null, checkoutApiKey: null, files }
  } finally {
    await opened.close()
  }
}

/** Refuses another deployment's database before the schema is changed. */
async function refuseOwnedDatabase(config: Config, { database }: OpenedDatabase): Promise<void> {
  await refuseEarlierTables(database)
  if (!lacksMasterKey(config)) await refuseOtherDatabase(config, database)
  else if ((await readDeployment(database)) !== undefined) throw masterKeyRequired()
}

/** A new master key for a migrated database without secrets; undefined if MASTER_KEY is set, and in a local layout. */
async function masterKeyFor(
  config: Config,
  { database }: OpenedDatabase,
): Promise<Buffer | undefined> {
  if (!lacksMasterKey(config)) return undefined
  if (await hasOwner(database)) throw masterKeyRequired()
  return randomBytes(MASTER_KEY_BYTES)
}

function lacksMasterKey({ layout, masterKey }: Config): boolean {
  return masterKey === undefined && layout === 'production'
}

function masterKeyRequired(): CommandFailure {
  return new CommandFailure(
    'MASTER_KEY: this database has secrets of an earlier setup; set the MASTER_KEY that it printed',
    EXIT.configuration,
  )
}

async function hasOwner(database: Queryable): Promise<boolean> {
  const [deployment, audit] = [await readDeployment(database), await readAuditHead(database)]
  return deployment !== undefined || (audit?.keyId ?? null) !== null
}

/** Issues the API key of the page; null if there is one. */
async function checkoutKeyFor({ config, database, clock, ...operator }: Operator) {
  if (config.checkoutApiKey !== undefined) {
    const problem = await problemOfPageKey({ ...operator, database, clock }, config.checkoutApiKey)
    if (problem === undefined) return null
    throw new CommandFailure(`CHECKOUT_API_KEY: ${problem}; ${PAGE_KEY_REMEDY}`, EXIT.configuration)
  }
  const keys = await listApiKeys(database, null)
  const now = clock()
  const hasLive = keys.some(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  )
  if (hasLive) return null
  const context = { ...operator, database, clock }
  return (await issueKey(context, keyOfCheckout(config.environment))).apiKey
}

function printSetup(
  terminal: Terminal,
  { applied, masterKey, checkoutApiKey, files = [], notCompared = [] }: Setup,
): void {
  const made = {
    ...(masterKey !== null && { MASTER_KEY: masterKey }),
    ...(checkoutApiKey !== null && { CHECKOUT_API_KEY: checkoutApiKey }),
  }
  const lines = Object.entries(made).map(([name, value]) => `${name}=${value}`)
  if (lines.length > 0)
    printSecret(
      terminal,
      lines.join('\n'),
      'These are shown this once. Without MASTER_KEY the secrets of this database are lost: keep a copy apart from its backups.',
    )
  else if (files.length > 0)
    printNotice(
      terminal,
      `Wrote ${files.join(' and ')}. Without the master key the secrets of this database are lost: keep a copy apart from its backups.`,
    )
  else if (applied.length === 0) printNotice(terminal, 'Everything is set up.')
  if (
    checkoutApiKey === null &&
    files.length === 0 &&
    terminal.env['CHECKOUT_API_KEY'] === undefined
  )
    printNotice(
      terminal,
      'The page has an API key already; make another one with: npx --no checkout keys issue --kind checkout',
    )
  for (const name of notCompared) printNotice(terminal, notComparedText(name))
  const lacking = problemsOfServe({ ...terminal.env, ...made })
  if (lacking.length > 0)
    printNotice(
      terminal,
      ['Before "npx --no checkout serve", set:', ...lacking.map((line) => `  ${line}`)].join('\n'),
    )
}

/** Problems with the settings because of which a server would refuse to start. */
function problemsOfServe(variables: Variables): readonly string[] {
  const read = readConfig(variables, { showsFrame: true })
  return read.ok ? [] : read.problems
}

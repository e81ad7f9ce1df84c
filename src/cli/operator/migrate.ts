import { Option, type Command } from 'commander'
import { migrate } from '#server/database/migrate/migrate.ts'
import {
  EARLIER_RELEASES,
  releaseBefore,
  THIS_RELEASE,
  type Release,
} from '#server/database/migrate/releases.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { commandLog } from '../command-log.ts'
import { openConfiguredDatabase } from '../compose/open-database.ts'
import { ownDatabase, refuseOtherDatabase } from '../compose/own-database.ts'
import { migrateSimulatorTables } from '../compose/simulator-tables.ts'
import { examples } from '../examples.ts'
import { loadConfig } from '../load-config.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { printNotice } from '#client/tools/command-line/output.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import { stepBack } from './step-back.ts'

export function addMigrate(program: Command): void {
  const before = releaseBefore(EARLIER_RELEASES)
  program
    .command('migrate')
    .summary('bring the database up to this release, or let the one before start again')
    .description(
      'Applies the changes of the schema that the database lacks, each in a transaction, or beside those who write where it builds an index. A second run finds nothing to do.',
    )
    .addOption(backToOption(before))
    .addHelpText(
      'after',
      examples(
        'migrate',
        'migrate --json',
        ...(before === undefined ? [] : [`migrate --back-to ${before.version}`]),
      ),
    )
    .action(async ({ backTo }: { backTo?: string | true }, command: Command) => {
      if (backTo !== undefined && before === undefined)
        throw new CommandFailure(
          `There is no release before ${THIS_RELEASE} to go back to. Nothing was changed.`,
        )
      const terminal = terminalOf(command)
      const config = loadConfig(terminal)
      const log = commandLog(terminal, config.logLevel)
      const opened = await openConfiguredDatabase(config, { log, role: 'command' })
      try {
        await refuseOtherDatabase(config, opened.database)
        if (backTo !== undefined && before !== undefined) {
          await stepBack(command, before, { url: opened.url })
          return
        }
        const { applied: ofService } = await migrate({ url: opened.url, log })
        await ownDatabase(config, opened.database)
        const applied = [...ofService, ...(await migrateSimulatorTables(config, opened))]
        answer(command, { applied }, () => {
          if (applied.length === 0) printNotice(terminal, 'The database is up to date.')
        })
      } finally {
        await opened.close()
      }
    })
}

function backToOption(before: Release | undefined): Option {
  const about = 'let that release start again: the schema stays, and "migrate" without it goes on'
  return before === undefined
    ? new Option('--back-to [release]', about)
    : new Option('--back-to <release>', about).choices([before.version])
}

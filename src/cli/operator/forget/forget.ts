import type { Command } from 'commander'
import { EnvironmentName, type Environment } from '#contract/environment.ts'
import { answer } from '#client/tools/command-line/answer.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { print, printNotice } from '#client/tools/command-line/output.ts'
import { as } from '#client/tools/command-line/read-option.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import type { Config } from '../../config.ts'
import { examples } from '../../examples.ts'
import { loadConfig } from '../../load-config.ts'
import { confirm } from './confirm.ts'
import { findData, type Data } from './find-data.ts'
import { removeData } from './remove-data.ts'

interface Options {
  everything: true
  yes?: true
  environment?: Environment
}

export function addForget(program: Command): void {
  program
    .command('forget')
    .summary('remove the data that DATA_DIR leads to')
    .description(
      "Removes the embedded database of this environment, also under /var/lib, and the secrets beside it, after printing the list and asking. Removes only what the product wrote, and nothing while a server runs. The database of DATABASE_URL is never touched, nor are secrets beside DATA_DIR's database while it is set.",
    )
    .requiredOption('--everything', 'say that all of it is meant')
    .option('--yes', 'do not ask, for scripts')
    .option(
      '--environment <name>',
      'the environment that is meant; required in production and with LAYOUT=production',
      as(EnvironmentName),
    )
    .addHelpText(
      'after',
      examples('forget --everything', 'forget --everything --yes --environment production'),
    )
    .action(async (options: Options, command: Command) => {
      const terminal = terminalOf(command)
      const config = loadConfig(terminal, { onlySetsUp: true })
      refuseOtherEnvironment(config, options)
      const data = findData(config)
      const removed = data === undefined ? [] : removedPaths(data)
      printNotice(terminal, listOf(config, data))
      if (data !== undefined && removed.length > 0) {
        if (options.yes !== true) await askFirst(terminal)
        removeData(data)
      }
      const { environment } = config
      answer(command, { environment, removed, left: data?.left ?? [] }, () =>
        print(terminal, removed.length > 0 ? 'Removed.' : 'There is nothing to remove.'),
      )
    })
}

function refuseOtherEnvironment(config: Config, { environment }: Options): void {
  if (environment !== undefined && environment !== config.environment)
    throw new CommandFailure(
      `--environment is ${environment}, and CHECKOUT_ENVIRONMENT is ${config.environment}.`,
      EXIT.usage,
    )
  if (config.layout === 'production' && environment === undefined)
    throw new CommandFailure(
      config.environment === 'production'
        ? 'This is production. Add --environment production if you mean it.'
        : `This is a ${config.environment} with LAYOUT=production. Add --environment ${config.environment} if you mean it.`,
      EXIT.usage,
    )
}

function removedPaths({ home, files }: Data): string[] {
  return [...(home === undefined ? [] : [home.directory]), ...files]
}

function listOf({ databaseUrl }: Config, data: Data | undefined): string {
  const lines = (head: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [head, ...paths.map((path) => `  ${path}`)]
  return [
    ...(data === undefined ? [] : lines('To be removed, for ever:', removedPaths(data))),
    ...lines('Left as it is:', data?.left ?? []),
    databaseUrl === undefined
      ? 'A database of your own, set by DATABASE_URL, is never touched; none is set here.'
      : 'The database of DATABASE_URL is not touched, nor are secrets that it may need.',
  ].join('\n')
}

async function askFirst({ stdin, stderr }: Terminal): Promise<void> {
  if (stdin.isTTY !== true)
    throw new CommandFailure('Nobody can be asked here. Add --yes to remove it.', EXIT.usage)
  const streams = { input: stdin, output: stderr }
  if (!(await confirm('Type yes to remove it: ', streams)))
    throw new CommandFailure('Nothing was removed.')
}

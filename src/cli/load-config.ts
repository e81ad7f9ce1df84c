import { withServedAddresses } from './compose/served-addresses.ts'
import { readConfig, type Config, type ConfigNeeds } from './config.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'

/** The configuration of a command that works beside a server, whose addresses it prints. */
export function loadConfigBeside({ env }: Pick<Terminal, 'env'>): Config {
  return loadConfig({ env: withServedAddresses(env) })
}

/** The configuration by a terminal's environment. Throws a `CommandFailure` that lists all problems. */
export function loadConfig({ env }: Pick<Terminal, 'env'>, options?: ConfigNeeds): Config {
  const read = readConfig(env, options)
  if (read.ok) return read.config
  throw new CommandFailure(
    ['The configuration is wrong:', ...read.problems.map((problem) => `  ${problem}`)].join('\n'),
    EXIT.configuration,
  )
}

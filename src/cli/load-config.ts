import { readConfig, type Config } from './config.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'

/** The configuration of this process. Throws a `CommandFailure` that lists all problems. */
export function loadConfig(options?: Parameters<typeof readConfig>[1]): Config {
  const read = readConfig(process.env, options)
  if (read.ok) return read.config
  throw new CommandFailure(
    ['The configuration is wrong:', ...read.problems.map((problem) => `  ${problem}`)].join('\n'),
    EXIT.configuration,
  )
}

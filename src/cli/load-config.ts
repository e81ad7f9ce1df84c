import { readConfig, type Config } from './config.ts'
import { CommandFailure, EXIT } from '../client/tools/command-line/exit.ts'

/** The configuration of this process, or a failure that lists all that is wrong with it. */
export function loadConfig(options?: Parameters<typeof readConfig>[1]): Config {
  const read = readConfig(process.env, options)
  if (read.ok) return read.config
  throw new CommandFailure(
    ['The configuration is wrong:', ...read.problems.map((problem) => `  ${problem}`)].join('\n'),
    EXIT.configuration,
  )
}

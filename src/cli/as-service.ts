import type { Command } from 'commander'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import { commandLog } from './command-log.ts'
import type { OpenedService } from './compose/open-service.ts'
import { openServiceBeside } from './compose/open-service-beside.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import type { Config } from './config.ts'
import { loadConfigBeside } from './load-config.ts'

type Work<T> = (service: OpenedService) => Promise<T>

/** Runs `work` with the service, without listening, and closes it afterwards. */
export function asService<T>(command: Command, work: Work<T>): Promise<T> {
  const terminal = terminalOf(command)
  return runBeside(terminal, loadConfigBeside(terminal), work)
}

/** Runs `work` with the service, as `asService` does. Throws a `CommandFailure` outside of the sandbox. */
export async function asSandboxService<T>(command: Command, work: Work<T>): Promise<T> {
  const terminal = terminalOf(command)
  const config = loadConfigBeside(terminal)
  if (config.environment !== 'sandbox') throw new CommandFailure('Only the sandbox can do that.')
  return runBeside(terminal, config, work)
}

async function runBeside<T>(terminal: Terminal, config: Config, work: Work<T>): Promise<T> {
  const opened = await openServiceBeside(config, commandLog(terminal, config.logLevel))
  try {
    return await work(opened.service)
  } finally {
    await opened.close()
  }
}

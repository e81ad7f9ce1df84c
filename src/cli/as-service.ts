import { commandLog } from './command-log.ts'
import type { OpenedService } from './compose/open-service.ts'
import { openServiceBeside } from './compose/open-service-beside.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import type { Config } from './config.ts'
import { loadConfig } from './load-config.ts'

type Work<T> = (service: OpenedService) => Promise<T>

/** Runs `work` with the service, without listening, and closes it afterwards. */
export function asService<T>(work: Work<T>): Promise<T> {
  return runBeside(loadConfig(), work)
}

/** Runs `work` with the service, as `asService` does. Throws a `CommandFailure` outside of the sandbox. */
export async function asSandboxService<T>(work: Work<T>): Promise<T> {
  const config = loadConfig()
  if (config.environment !== 'sandbox') throw new CommandFailure('Only the sandbox can do that.')
  return runBeside(config, work)
}

async function runBeside<T>(config: Config, work: Work<T>): Promise<T> {
  const opened = await openServiceBeside(config, commandLog(config.logLevel))
  try {
    return await work(opened.service)
  } finally {
    await opened.close()
  }
}

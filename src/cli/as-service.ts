import { commandLog } from './command-log.ts'
import type { OpenedService } from './compose/open-service.ts'
import { openServiceBeside } from './compose/open-service-beside.ts'
import { CommandFailure } from '../client/tools/command-line/exit.ts'
import { loadConfig } from './load-config.ts'

/** Opens all that serves the sandbox's API, without listening, does the work, and closes it however the work ends. */
export async function asService<T>(work: (service: OpenedService) => Promise<T>): Promise<T> {
  const config = loadConfig()
  if (config.environment !== 'sandbox') throw new CommandFailure('Only the sandbox can do that.')
  const opened = await openServiceBeside(config, commandLog(config.logLevel))
  try {
    return await work(opened.service)
  } finally {
    await opened.close()
  }
}

import { commandLog } from './command-log.ts'
import type { OpenedService } from './compose/open-service.ts'
import { openServiceBeside } from './compose/open-service-beside.ts'
import { CommandFailure } from '../client/tools/command-line/exit.ts'
import { loadConfig } from './load-config.ts'

/** Runs `work` with the sandbox's service, without listening, and closes it afterwards. */
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

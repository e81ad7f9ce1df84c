import { commandLog } from './command-log.ts'
import { openConfiguredDatabase } from './compose/open-database.ts'
import { openService, type OpenedService } from './compose/open-service.ts'
import { prepareSchema } from './as-operator.ts'
import { CommandFailure } from './exit.ts'
import { loadConfig } from './load-config.ts'

/** Opens all that serves the sandbox's API, without listening, does the work, and closes it however the work ends. */
export async function asService<T>(work: (service: OpenedService) => Promise<T>): Promise<T> {
  const config = loadConfig()
  if (config.environment !== 'sandbox') throw new CommandFailure('Only the sandbox can do that.')
  const log = commandLog(config.logLevel)
  const opened = await openConfiguredDatabase(config, { log, role: 'command' })
  try {
    await prepareSchema(config, opened, log)
    const service = await openService(config, opened, { log, servesApi: true })
    try {
      return await work(service)
    } finally {
      await service.close()
    }
  } finally {
    await opened.close()
  }
}

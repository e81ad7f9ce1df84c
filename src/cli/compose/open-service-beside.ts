import type { Logger } from 'pino'
import { prepareDatabase } from '../as-operator.ts'
import type { Config } from '../config.ts'
import { openAccountsEarly } from './open-accounts.ts'
import { openConfiguredDatabase } from './open-database.ts'
import { openService, type OpenedService } from './open-service.ts'

export interface ServiceBeside {
  /** The database's URL. */
  url: string
  service: OpenedService
  close(): Promise<void>
}

/** Opens the service for a command, without listening, beside a running server or without one. */
export async function openServiceBeside(config: Config, log: Logger): Promise<ServiceBeside> {
  const accounts = await openAccountsEarly(config)
  const opened = await openConfiguredDatabase(config, { log, role: 'command' })
  try {
    await prepareDatabase(config, opened, log)
    const service = await openService(config, opened, { log, servesApi: true, accounts })
    return {
      url: opened.url,
      service,
      async close() {
        try {
          await service.close()
        } finally {
          await opened.close()
        }
      },
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}

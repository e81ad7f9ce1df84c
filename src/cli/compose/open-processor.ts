import { hkdfSync } from 'node:crypto'
import { Pool } from 'pg'
import type { RandomBytes } from '../../domain/id.ts'
import { loadProcessor, ProcessorNotLoaded } from '../../server/processors/load-processor.ts'
import type { Processor } from '../../server/processors/processor.ts'
import type { OpenedSimulator } from '../../sandbox/simulator/open-simulator.ts'
import { PROCESSOR_NOTIFICATIONS_PATH } from '../../server/api/processor-notifications.ts'
import { connectionOptions } from '../../server/database/connection-options.ts'
import type { Config } from '../config.ts'
import { CommandFailure, EXIT } from '../../client/tools/command-line/exit.ts'

type Fetch = (request: Request) => Promise<Response>

export interface OpenedProcessor {
  processor: Processor
  /** The simulator of the sandbox: to be mounted at the API's address, and to be driven by the worker. */
  simulator: OpenedSimulator | undefined
  close: () => Promise<void>
}

const TIMEOUT_MS = 10_000
const POOL_MAX = 4

interface Surroundings {
  databaseUrl: string
  /** What the simulator's own secrets are derived from. */
  secretKey: Uint8Array
  clock: () => Date
  /** What time it is for a merchant of the sandbox. */
  clockOf: (merchantId: string) => Date
  random: RandomBytes
  /** How the simulator reaches the API. */
  notify: Fetch
  /** How the simulator works in this process: what it does is no wait for somebody else. */
  work: <T>(call: () => Promise<T>) => Promise<T>
}

/** The processor of this configuration. The code of the simulator is loaded for the sandbox only. */
export async function openProcessor(
  config: Config,
  surroundings: Surroundings,
): Promise<OpenedProcessor> {
  const opened =
    config.processor === 'simulated' && config.environment === 'sandbox'
      ? await openSimulation(config, surroundings)
      : undefined
  try {
    const processor = await loadProcessor(config.processor, {
      environment: config.environment,
      timeoutMs: TIMEOUT_MS,
      clock: surroundings.clock,
      notificationUrl: `${config.apiUrl}${PROCESSOR_NOTIFICATIONS_PATH}`,
      variables: process.env,
      ...(opened && { simulator: opened.address }),
    })
    return {
      processor: rememberingKey(processor),
      simulator: opened?.simulator,
      close: async () => opened?.pool.end(),
    }
  } catch (error) {
    await opened?.pool.end()
    if (error instanceof ProcessorNotLoaded)
      throw new CommandFailure(error.message, EXIT.configuration)
    throw error
  }
}

async function openSimulation(
  config: Config,
  { databaseUrl, secretKey, clock, clockOf, random, notify, work }: Surroundings,
) {
  const { openSimulator } = await import('../../sandbox/simulator/open-simulator.ts')
  const { secret, notificationSecret } = simulatorSecrets(secretKey)
  const pool = new Pool({
    ...connectionOptions(databaseUrl, config.databaseTimeoutMs),
    max: POOL_MAX,
  })
  // A connection that breaks while idle is replaced; its next user would be told of a real problem.
  pool.on('error', () => {})
  const baseUrl = `${config.apiUrl}/simulator`
  const simulator = await openSimulator({
    pool,
    clock,
    clockOf,
    random,
    secret,
    publicUrl: baseUrl,
    notify: {
      url: `${config.apiUrl}${PROCESSOR_NOTIFICATIONS_PATH}`,
      secret: notificationSecret,
      fetch: notify,
    },
  })
  const fetch: Fetch = (request) => work(() => simulator.fetch(request))
  const address = { fetch, baseUrl, secret, notificationSecret }
  return { simulator, pool, address }
}

/** With what the simulator and its adapter know each other. */
export function simulatorSecrets(secretKey: Uint8Array) {
  return {
    secret: derive(secretKey, 'simulator').toString('hex'),
    notificationSecret: `whsec_${derive(secretKey, 'simulator-notifications').toString('base64')}`,
  }
}

function derive(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `hosted-checkout ${purpose}`, 32))
}

/** The key to which browsers encrypt is asked for once: every page needs it, and it does not change. */
function rememberingKey(processor: Processor): Processor {
  let key: ReturnType<Processor['cardEncryptionKey']> | undefined
  // An operator's processor may be an instance of a class: its own methods stay its own.
  return Object.assign(Object.create(processor) as Processor, {
    cardEncryptionKey() {
      key ??= processor.cardEncryptionKey().catch((error: unknown) => {
        key = undefined
        throw error
      })
      return key
    },
  })
}

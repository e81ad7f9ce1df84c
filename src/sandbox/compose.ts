import { HANDLERS } from '#server/api/handlers.ts'
import type {
  Extension,
  Joined,
  OpenExtension,
  Service,
  ExtensionContext,
} from '#server/compose.ts'
import { DatabaseUnavailable } from '#server/database/engine/database-errors.ts'
import { repeat } from '#server/worker/repeat.ts'
import { openMerchantClocks, type MerchantClocks } from './clock/merchant-clocks.ts'
import { startMerchantWorker } from './clock/merchant-worker.ts'
import { createSandboxHandlers } from './handlers.ts'
import { openEventWatch, type EventWatch } from './notifications/event-watch.ts'
import type { SandboxContext, SandboxParts } from './sandbox-context.ts'
import type { OpenSimulation, Simulation } from './simulation.ts'

const CLOCKS_NOT_READ = 'the clocks of merchants were not read'
const SIMULATE_PAUSE_MS = 500

/** The sandbox as an extension of a service, with its simulated processor unless another is configured. */
export interface Sandbox extends Extension<JoinedSandbox> {
  clocks: MerchantClocks
  eventWatch: EventWatch
  join(service: Service): JoinedSandbox
}

export interface JoinedSandbox extends Joined {
  context: SandboxContext
}

export async function openSandbox(
  context: ExtensionContext,
  openSimulation?: OpenSimulation,
): Promise<Sandbox> {
  const { database, watch, clock, log } = context
  const eventWatch = await openEventWatch(database, watch)
  const clocks = await openMerchantClocks(database, clock, {
    onChange: (merchantId) => watch.wakeMerchant(merchantId),
    onError(error) {
      // The clocks are read again once the database is back.
      if (error instanceof DatabaseUnavailable) log.warn({ err: error }, CLOCKS_NOT_READ)
      else log.error({ err: error }, CLOCKS_NOT_READ)
    },
  })
  const clockOf = (merchantId: string) => clocks.clockOf(merchantId)()
  const simulation = await openSimulation?.({ ...context, clockOf })
  return {
    clocks,
    eventWatch,
    time: clocks,
    processor: simulation?.processor,
    mounts: { ...(simulation && { simulator: simulation.fetch }) },
    join: (service) => join(service, { clocks, eventWatch, simulation }),
    endWaits: () => eventWatch.close(),
    async close() {
      await clocks.close()
      await eventWatch.close()
      await simulation?.close()
    },
  }
}

/** The sandbox as an extension for `openService`. */
export function sandboxExtension(openSimulation?: OpenSimulation): OpenExtension<JoinedSandbox> {
  return (context) => openSandbox(context, openSimulation)
}

function join(
  { context, deliveries, receipts }: Service,
  opened: { clocks: MerchantClocks; eventWatch: EventWatch; simulation: Simulation | undefined },
): JoinedSandbox {
  const { clocks, eventWatch, simulation } = opened
  const simulator = simulation?.simulator
  const sandbox: SandboxParts = { clocks, eventWatch, deliveries, receipts, simulator }
  const own: SandboxContext = { ...context, sandbox }
  return {
    context: own,
    handlers: { ...HANDLERS, ...createSandboxHandlers(sandbox) },
    startBackground: () => startBackground(own),
  }
}

/**
 * Starts the sandbox's workers: one for due work of merchants with their own clock, one for the simulator's due events.
 */
function startBackground(context: SandboxContext): { stop(): Promise<void> } {
  const { clock, log, sandbox } = context
  const { simulator, clocks } = sandbox
  const tasks = [startMerchantWorker(context)]
  if (simulator !== undefined) {
    const runDue = () => simulator.runDue(clock(), { except: clocks.merchants() })
    tasks.push(repeat('simulate', SIMULATE_PAUSE_MS, async () => (await runDue()) > 0, log))
  }
  return {
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()))
    },
  }
}

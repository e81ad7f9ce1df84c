import { createDeliveryWorker } from '../../service/notifications/delivery-worker.ts'
import { expireSessions } from '../../service/worker/expire-sessions.ts'
import { finishRefunds } from '../../service/worker/finish-refunds.ts'
import { prune } from '../../service/worker/prune.ts'
import { resolvePayments } from '../../service/worker/resolve-payments.ts'
import type { Stage } from './stage.ts'

/** What happens by itself, each as one turn of its own process. */
const BACKGROUND: Record<string, (stage: Stage) => Promise<unknown>> = {
  'the processor works': async ({ world, clock, merchants }) => {
    // What the simulator holds of other schedules is theirs.
    for (const { id } of merchants) await world.simulator.runDue(clock.now(), { only: id })
  },
  resolve: ({ context }) => resolvePayments(context),
  'finish refunds': ({ context }) => finishRefunds(context),
  expire: ({ context }) => expireSessions(context),
  deliver: ({ deliveries }) => createDeliveryWorker(deliveries).runOnce(),
  prune: ({ context }) => prune(context),
  plant: (stage) => stage.plant.work(stage),
}
export const BACKGROUND_NAMES = Object.keys(BACKGROUND)

/** One turn. That a fault ends it is no news: the next turn comes. */
export async function takeTurn(stage: Stage, name: string): Promise<unknown> {
  return stage.scheduler.start(name, async () => {
    try {
      return await BACKGROUND[name]?.(stage)
    } catch (error) {
      stage.context.log.error({ err: error, task: name }, 'a turn failed')
    }
  })
}

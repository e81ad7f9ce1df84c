import type { Stage } from './stage.ts'

/** Runs the started work as far as it goes, without what is paused to a later round. */
export async function settle({ scheduler }: Stage, begun: Promise<unknown>[]): Promise<void> {
  for (const work of begun) work.catch(() => undefined)
  await scheduler.run()
}

/**
 * Delivers the requests that were still on their way to the processor. One whose calls wait for turns also takes them here, since a
 * webhook may arrive before its answer.
 */
export async function deliverLate(stage: Stage): Promise<void> {
  const { late, world, network, scheduler } = stage
  for (const arrive of late.splice(0))
    if (network.waitsForTurns) await settle(stage, [scheduler.start('a late request', arrive)])
    else await world.activity.track(arrive())
}

import type { Stage } from './stage.ts'

/** Runs the started work as far as it goes, without what is paused to a later round. */
export async function settle({ scheduler }: Stage, begun: Promise<unknown>[]): Promise<void> {
  for (const work of begun) work.catch(() => undefined)
  await scheduler.run()
}

/** Delivers the requests that were still on their way to the processor. */
export async function deliverLate({ late, world }: Stage): Promise<void> {
  for (const arrive of late.splice(0)) await world.activity.track(arrive())
}

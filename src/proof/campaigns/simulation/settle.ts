import type { Stage } from './stage.ts'

/** Lets what was begun go as far as it goes. What is put off to a later round is not waited for. */
export async function settle({ scheduler }: Stage, begun: Promise<unknown>[]): Promise<void> {
  for (const work of begun) work.catch(() => undefined)
  await scheduler.run()
}

/** What was still on its way to the processor arrives there. */
export async function deliverLate({ late, world }: Stage): Promise<void> {
  for (const arrive of late.splice(0)) await world.activity.track(arrive())
}

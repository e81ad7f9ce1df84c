import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TestServer } from '../../testing/test-server.ts'
import type { Unkindness } from '../scripted/unkindness.ts'
import type { ScheduleResult } from './run-schedule.ts'

/** A schedule to run. */
export interface ScheduleOrder {
  seed: number
  /** Uses the scripted processor with these unkindnesses; the simulator by default. */
  unkindnesses?: readonly Unkindness[] | undefined
  /** Uses a bank of API Pix with these bad days. */
  badDays?: readonly string[] | undefined
  adyenDays?: readonly string[] | undefined
}

/** A thread that runs one schedule after the other, in databases of its own. */
export interface ScheduleThread {
  /** Rejects when the schedule threw; the thread has ended then. */
  run(order: ScheduleOrder): Promise<ScheduleResult>
  /** Lets the thread drop its databases. */
  end(): Promise<void>
  /** Ends the thread at once. */
  terminate(): Promise<unknown>
}

/** A schedule's objects are garbage at its end: a larger young generation copies fewer of them. */
const YOUNG_GENERATION_MB = 64

export function startThread({ url, templateName }: TestServer): ScheduleThread {
  const worker = new Worker(new URL('schedule-thread.ts', import.meta.url), {
    workerData: { url, templateName } satisfies TestServer,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  })
  return {
    async run(order) {
      worker.postMessage(order, [])
      const [result] = (await once(worker, 'message')) as [ScheduleResult]
      return result
    },
    async end() {
      worker.postMessage(null, [])
      await once(worker, 'exit')
    },
    terminate: () => worker.terminate(),
  }
}

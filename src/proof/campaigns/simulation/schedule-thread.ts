import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import type { TestServer } from '../../testing/test-server.ts'
import { RECORD_MOVES, takeMoves } from '../coverage/moves.ts'
import { runSchedule, type ScheduleResult } from './run-schedule.ts'
import type { ScheduleOrder } from './start-thread.ts'
import { worldsOn } from './worlds.ts'

/** Growing tables slow down every schedule. */
const SCHEDULES_IN_WORLD = 1000

if (parentPort === null) throw new Error('this is the inside of a thread')
const port = parentPort
const worlds = worldsOn(workerData as TestServer)
let world = await worlds.open(RECORD_MOVES)
let inWorld = 0

/** Runs a schedule, and adds the state changes that the database recorded to its sightings. */
async function play({ seed, ...given }: ScheduleOrder): Promise<ScheduleResult> {
  try {
    const result = await runSchedule(world, seed, given)
    const moves = await takeMoves((text) => world.observe(text, []))
    return { ...result, sightings: [...result.sightings, ...moves] }
  } catch (cause) {
    throw new Error(`seed ${seed} failed`, { cause })
  }
}

for await (const [order] of on(port, 'message') as AsyncIterable<[ScheduleOrder | null]>) {
  if (order === null) break
  const result = await play(order)
  port.postMessage(result)
  inWorld += 1
  // A violation's leftovers must not reach the next schedule: drop this world.
  if (result.violations.length === 0 && inWorld < SCHEDULES_IN_WORLD) continue
  await worlds.drop(world)
  world = await worlds.open(RECORD_MOVES)
  inWorld = 0
}
await worlds.drop(world)
port.close()

import type { Command } from 'commander'
import { addHealth } from './health.ts'
import { addList } from './list.ts'
import { addReplay } from './replay.ts'
import { addReplayMatching } from './replay-matching.ts'
import { addStopReplay } from './stop-replay.ts'

export function addDeliveries(program: Command): void {
  const deliveries = program
    .command('deliveries')
    .description('notifications on their way, delivered or given up')
  addList(deliveries)
  addHealth(deliveries)
  addReplay(deliveries)
  addReplayMatching(deliveries)
  addStopReplay(deliveries)
}

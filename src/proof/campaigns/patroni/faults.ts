import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'

/** What happens to the primary's machine. */
export const FAULTS = ['machine-killed', 'machine-frozen', 'partitioned', 'switchover'] as const
export type Fault = (typeof FAULTS)[number]

const POLL_MS = 100

/** Injects the fault at the primary's machine; resolves to a function that brings the machine back. */
export async function inject(
  fault: Fault,
  cluster: Cluster,
  primary: Machine,
): Promise<() => void> {
  switch (fault) {
    case 'machine-killed':
      primary.kill()
      return () => primary.start()
    case 'machine-frozen':
      primary.freeze()
      return () => primary.thaw()
    case 'partitioned':
      primary.unplug()
      return () => primary.plug()
    case 'switchover':
      await cluster.switchOver(primary)
      return () => undefined
  }
}

/** Waits until another machine is the leader. */
export async function untilTakenOver(cluster: Cluster, from: Machine): Promise<Machine> {
  for (;;) {
    const leader = await cluster.leader()
    if (leader.name !== from.name) return leader
    await sleep(POLL_MS)
  }
}

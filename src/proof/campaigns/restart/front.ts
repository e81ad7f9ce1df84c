import { spawnSync } from 'node:child_process'
import { freePort, type ProductProcess } from '../crash/product.ts'
import { startNginx } from './nginx.ts'
import { startNodeFront } from './node-front.ts'

/** The operator's reverse proxy before the processes. */
export interface Front {
  name: 'nginx' | 'node'
  url: string
  close(): Promise<void>
}

/** nginx where it is installed, otherwise a proxy of our own that checks readiness. */
export async function startFront(
  processes: readonly ProductProcess[],
  drainSeconds: number,
): Promise<Front> {
  const port = await freePort()
  return spawnSync('nginx', ['-v']).status === 0
    ? startNginx(port, processes, drainSeconds)
    : startNodeFront(port, processes)
}

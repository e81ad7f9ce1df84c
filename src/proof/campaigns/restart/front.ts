import { spawnSync } from 'node:child_process'
import { freePort, type ProductProcess } from '../crash/product.ts'
import { startNginx } from './nginx.ts'
import { startNodeFront } from './node-front.ts'

/** The proxy before the processes, as an operator has one. */
export interface Front {
  name: 'nginx' | 'node'
  url: string
  close(): Promise<void>
}

/** nginx where there is one, else a proxy of our own that asks for readiness. */
export async function startFront(
  processes: readonly ProductProcess[],
  drainSeconds: number,
): Promise<Front> {
  const port = await freePort()
  return spawnSync('nginx', ['-v']).status === 0
    ? startNginx(port, processes, drainSeconds)
    : startNodeFront(port, processes)
}

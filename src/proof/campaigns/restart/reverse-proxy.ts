import { spawnSync } from 'node:child_process'
import { freePort } from '../../testing/free-port.ts'
import type { ProductProcess } from '../crash/product.ts'
import { startNginx } from './nginx.ts'
import { startNodeReverseProxy, type ReverseProxy } from './node-reverse-proxy.ts'

/** nginx where it is installed, otherwise a proxy of our own that checks readiness. */
export async function startReverseProxy(
  processes: readonly ProductProcess[],
  drainSeconds: number,
): Promise<ReverseProxy> {
  const port = await freePort()
  return spawnSync('nginx', ['-v']).status === 0
    ? startNginx(port, processes, drainSeconds)
    : startNodeReverseProxy(port, processes)
}

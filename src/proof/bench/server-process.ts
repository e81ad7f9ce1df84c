import { fork } from 'node:child_process'
import { once } from 'node:events'
import { LOOPBACK } from '../../server/database/embedded/free-port.ts'
import { freePort } from '../testing/free-port.ts'

export interface ServerProcess {
  origin: string
  /** CPU time of the process so far. */
  cpuMs(): Promise<number>
  stop(): Promise<void>
}

/** Starts a module that listens on PORT in a child process, and resolves once it is ready. */
export async function startServerProcess(
  module: URL,
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await freePort()
  const child = fork(module, {
    env: { ...environment, PORT: String(port) },
    execArgv: [...nodeOptions],
  })
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`${module.pathname} ended with ${String(code)}`)
  })
  await Promise.race([once(child, 'message'), failed])
  // From now on its exit is expected.
  failed.catch(() => undefined)
  return {
    origin: `http://${LOOPBACK}:${port}`,
    async cpuMs() {
      child.send('cpuMs')
      const [cpuMs] = (await once(child, 'message')) as [number]
      return cpuMs
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** In the child process: reports readiness, answers requests for its CPU time, and exits with its parent. */
export function serveUntilDisconnect(): void {
  process.once('disconnect', () => process.exit())
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1000)
  })
  process.send?.('listening')
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { freePort, LOOPBACK } from '../../server/database/embedded/free-port.ts'

export interface ServerProcess {
  origin: string
  /** Processor time that the process took so far. */
  cpuMs(): Promise<number>
  stop(): Promise<void>
}

/** Runs a module that serves on PORT in a process of its own, and resolves once it says that it listens. */
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
  // From here on its end is expected.
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

/** In such a process: says that it listens, tells its processor time when asked, and ends with its parent. */
export function serveUntilDisconnect(): void {
  process.once('disconnect', () => process.exit())
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.((user + system) / 1000)
  })
  process.send?.('listening')
}

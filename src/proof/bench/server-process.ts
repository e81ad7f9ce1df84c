import { fork } from 'node:child_process'
import { once } from 'node:events'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { freePort } from '../testing/free-port.ts'

export interface ServerProcess {
  origin: string
  /** CPU time of the process so far. */
  cpuMs(): Promise<number>
  /** What the process has counted so far. */
  counts(): Promise<Record<string, number>>
  stop(): Promise<void>
}

type Question = 'cpuMs' | 'counts'

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
  async function ask<Answer>(question: Question): Promise<Answer> {
    child.send(question)
    const [answer] = (await once(child, 'message')) as [Answer]
    return answer
  }
  return {
    origin: `http://${LOOPBACK}:${port}`,
    cpuMs: () => ask('cpuMs'),
    counts: () => ask('counts'),
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** In the child process: reports readiness, answers requests for its CPU time and counts, and exits with its parent. */
export function serveUntilDisconnect(counts: () => Record<string, number> = () => ({})): void {
  process.once('disconnect', () => process.exit())
  process.on('message', (question: Question) => {
    const { user, system } = process.cpuUsage()
    process.send?.(question === 'counts' ? counts() : (user + system) / 1000)
  })
  process.send?.('listening')
}

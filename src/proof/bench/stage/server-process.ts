import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { freePort } from '../../testing/free-port.ts'
import { startChild } from './child-process.ts'

export interface ServerProcess {
  origin: string
  /** CPU time of the process so far. */
  cpuMs(): Promise<number>
  /** What the process has counted so far. */
  counts(): Promise<Record<string, number>>
  stop(): Promise<void>
}

type Question = 'cpuMs' | 'counts'
type Counts = Record<string, number>

/** Starts a module that listens on PORT in a child process, and resolves once it is ready. */
export async function startServerProcess(
  module: URL,
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await freePort()
  const variables = { ...environment, PORT: String(port) }
  const child = await startChild<Question, number | Counts>(module, variables, nodeOptions)
  return {
    origin: `http://${LOOPBACK}:${port}`,
    cpuMs: () => child.ask('cpuMs') as Promise<number>,
    counts: () => child.ask('counts') as Promise<Counts>,
    stop: () => child.stop(),
  }
}

/** Flags of Node that write a `.cpuprofile` into the folder. */
export function profileOptions(directory: string | undefined): string[] {
  return directory === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${directory}`]
}

/**
 * In the child process: reports readiness, answers requests for its CPU time and counts, and exits with its parent. A bench
 * of another tree asks the same questions: `--against`.
 */
export function serveUntilDisconnect(counts: () => Counts = () => ({})): void {
  process.once('disconnect', () => process.exit())
  process.on('message', (question: Question) => {
    const { user, system } = process.cpuUsage()
    process.send?.(question === 'counts' ? counts() : (user + system) / 1000)
  })
  process.send?.('listening')
}

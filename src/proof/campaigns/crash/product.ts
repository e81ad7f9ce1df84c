import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const CHECKOUT = join(import.meta.dirname, '../../../cli/checkout.js')
const START_TRIES_MAX = 20
const RETRY_MS = 250

/** A process of its own, `checkout serve --only api,worker`, which can be killed and started again. */
export interface ProductProcess {
  apiUrl: string
  /** Serves readiness and metrics. */
  privateUrl: string
  /** Receives processors' webhooks over mutual TLS, if an account of the process has them. */
  webhookUrl: string
  start(): Promise<void>
  /** SIGTERM; resolves to the exit code, or to null when a signal ended the process. */
  stop(): Promise<number | null>
  /** SIGSTOP, until `thaw`. */
  freeze(): void
  thaw(): void
  /** SIGKILL. */
  kill(): Promise<void>
  /** Log lines that match `ILLEGAL`. */
  complaints: string[]
  /** The id of the current process. */
  pid(): number
}

/** Matches log lines that only a fault of the product itself explains: illegal state changes and unhandled errors. */
export const ILLEGAL = /cannot go from|_move_legally|unhandledRejection|uncaughtException/

export interface ProductOptions {
  /** Its `--only` parts. */
  parts: string
  /** Flags of Node. */
  nodeFlags: readonly string[]
  /** The command line that the next start runs; default: this project's. */
  checkout: () => string
}

/** Runs a command of `checkout` to its end; false when its exit code is not 0. */
export async function runCommand(
  args: readonly string[],
  variables: Record<string, string>,
): Promise<boolean> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables }
  const child = spawn(process.execPath, [CHECKOUT, ...args], { env, stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

export function createProductProcess(
  ports: { api: number; private: number; webhook?: number },
  variables: Record<string, string>,
  { parts = 'api,worker', nodeFlags = [], checkout = () => CHECKOUT }: Partial<ProductOptions> = {},
): ProductProcess {
  const complaints: string[] = []
  let child: ChildProcess | undefined

  /** False when it ended before it was ready: its database may just have been killed. */
  async function tryToStart(): Promise<boolean> {
    const started = spawn(process.execPath, [...nodeFlags, checkout(), 'serve', '--only', parts], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        API_PORT: String(ports.api),
        PRIVATE_PORT: String(ports.private),
        ...(ports.webhook !== undefined && { PROCESSOR_WEBHOOK_PORT: String(ports.webhook) }),
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    const serving = new Promise<boolean>((resolve) => {
      started.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Stop with Ctrl-C')) resolve(true)
      })
      started.once('exit', () => resolve(false))
    })
    started.stderr.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n')) if (ILLEGAL.test(line)) complaints.push(line)
    })
    return serving
  }

  return {
    apiUrl: `http://127.0.0.1:${ports.api}`,
    privateUrl: `http://127.0.0.1:${ports.private}`,
    webhookUrl: `https://127.0.0.1:${ports.webhook ?? 0}`,
    complaints,
    pid: () => child?.pid ?? 0,
    async stop() {
      if (child === undefined) throw new Error('the product was not started')
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async start() {
      for (let tries = 0; tries < START_TRIES_MAX; tries++) {
        if (await tryToStart()) return
        await sleep(RETRY_MS)
      }
      throw new Error('the product does not start')
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

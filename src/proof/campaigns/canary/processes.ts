import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Recorder } from './recorder.ts'

const CHECKOUT = join(import.meta.dirname, '../../../cli/checkout.js')
const COMMAND_TIMEOUT_MS = 60_000
/** For commands that must fail: a start retries an unreachable database. */
const FAILURE_TIMEOUT_MS = 8_000

export type Variables = Record<string, string>

interface Ended {
  ok: boolean
  stdout: string
  stderr: string
}

export interface Served {
  /** SIGKILL; the output so far is recorded as crash output. */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Starts processes of the product in a directory of their own, and records all their output. */
export function createProcesses(directory: string, recorder: Recorder) {
  let served = 0
  const running: Served[] = []
  const optionsFor = (variables: Variables) => ({
    cwd: directory,
    env: { PATH: process.env['PATH'], HOME: directory, ...variables },
  })

  return {
    /** Starts `checkout serve` with all its parts, and waits until it is ready. */
    async serve(variables: Variables): Promise<Served> {
      const name = `serve ${(served += 1)}`
      const output: Buffer[] = []
      const child = spawn(process.execPath, [CHECKOUT, 'serve'], {
        ...optionsFor(variables),
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const recordOutput = recorder.stream('standard output', name)
      const recordLog = recorder.stream('log', name)
      const ended = once(child, 'exit')
      const serving = new Promise<void>((resolve, reject) => {
        child.stdout.on('data', (chunk: Buffer) => {
          recordOutput(chunk)
          output.push(chunk)
          if (chunk.includes('Stop with Ctrl-C')) resolve()
        })
        child.once('exit', () =>
          reject(new Error(`the product does not start: ${String(Buffer.concat(output))}`)),
        )
      })
      child.stderr.on('data', (chunk: Buffer) => {
        recordLog(chunk)
        output.push(chunk)
      })
      await serving
      const end = async (signal: NodeJS.Signals) => {
        if (child.exitCode === null && child.signalCode === null) child.kill(signal)
        await ended
      }
      const product: Served = {
        stop: () => end('SIGTERM'),
        async kill() {
          await end('SIGKILL')
          recorder.keep('crash output', `${name}, killed`, Buffer.concat(output))
        },
      }
      running.push(product)
      return product
    },

    /** Also stops processes that are left after a failed run. */
    async stop(): Promise<void> {
      for (const product of running) await product.stop()
    },

    /** Runs a command that must fail; its output is recorded as crash output. */
    async fail(args: readonly string[], variables: Variables): Promise<void> {
      const { stdout, stderr } = await run(args, variables, FAILURE_TIMEOUT_MS)
      recorder.keep('crash output', args.join(' '), stdout + stderr)
    },

    /** Runs a command of the operator. */
    async command(args: readonly string[], variables: Variables): Promise<Ended> {
      const ended = await run(args, variables)
      const name = args.join(' ')
      recorder.keep('commands', `${name} (standard output)`, ended.stdout)
      recorder.keep('commands', `${name} (standard error)`, ended.stderr)
      return ended
    },
  }

  function run(args: readonly string[], variables: Variables, timeout = COMMAND_TIMEOUT_MS) {
    return new Promise<Ended>((resolve) => {
      const options = { ...optionsFor(variables), timeout }
      execFile(process.execPath, [CHECKOUT, ...args], options, (error, stdout, stderr) => {
        resolve({ ok: error === null, stdout, stderr })
      })
    })
  }
}

export type Processes = ReturnType<typeof createProcesses>

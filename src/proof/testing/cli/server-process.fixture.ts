import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../free-port.ts'
import type { Variables } from './command-line.fixture.ts'
import { CHECKOUT } from './process.fixture.ts'
import { testEnvironment } from './terminal.fixture.ts'

/** What a long-running command prints when it is ready. */
export const READY = 'Stop with Ctrl-C'

/** A command that runs until it is stopped. */
export interface RunningCommand {
  /** Output so far, stdout and stderr. */
  output(): string
  /** Stdout so far. */
  stdout(): string
  /** Sends the signal, and resolves to the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface ServerProcess extends RunningCommand {
  child: ChildProcess
}

/** Starts `checkout serve` as a process of its own, for tests that are about the process, and waits until it is ready. */
export function startServerProcess(
  parts: string,
  variables: Variables,
  nodeFlags: readonly string[] = [],
): Promise<ServerProcess> {
  return startCommandProcess(['serve', '--only', parts], variables, nodeFlags)
}

/** Starts a long-running command as a process of its own, and waits until it is ready. */
export function startCommandProcess(
  args: readonly string[],
  variables: Variables,
  nodeFlags: readonly string[] = [],
): Promise<ServerProcess> {
  return startProcess([...nodeFlags, CHECKOUT, ...args], variables)
}

/** Starts Node with these arguments and waits until it is ready. */
export function startProcess(
  args: readonly string[],
  variables: Variables,
): Promise<ServerProcess> {
  return startProgram(process.execPath, args, variables)
}

/** Starts a server and waits until it is ready. */
export async function startProgram(
  program: string,
  args: readonly string[],
  variables: Variables,
): Promise<ServerProcess> {
  const child = spawn(program, [...args], {
    env: testEnvironment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let stdout = ''
  const serving = new Promise<void>((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes(READY)) resolve()
    }
    child.stdout.on('data', collect)
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    child.stderr.on('data', collect)
    child.once('exit', (code) =>
      reject(new Error(`${args.join(' ')} ended with ${code}: ${output}`)),
    )
  })
  await serving
  return {
    child,
    output: () => output,
    stdout: () => stdout,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

export const IS_READY = { status: 200, body: { ready: true, reasons: [] } }

/** One probe. Callers poll: on a busy machine the database may not answer within the probe's second. */
export async function readinessAt(ports: Variables) {
  const ready = await fetch(`http://127.0.0.1:${ports['PRIVATE_PORT']}/ready`)
  return { status: ready.status, body: await ready.json() }
}

/** The ports of a sandbox. */
export const SANDBOX_PORTS = [
  'API_PORT',
  'CHECKOUT_PORT',
  'STORE_PORT',
  'PRIVATE_PORT',
  'FIELDS_PORT',
  'ADMIN_PORT',
] as const

/** Different ports on which nothing listens. */
export async function freePorts<const Name extends string>(
  ...names: Name[]
): Promise<Record<Name, string>> {
  const ports = new Set<number>()
  while (ports.size < names.length) ports.add(await freePort())
  const texts = [...ports].map(String)
  return Object.fromEntries(names.map((name, index) => [name, texts[index]])) as Record<
    Name,
    string
  >
}

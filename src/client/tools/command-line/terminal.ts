import type { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { EXIT } from './exit.ts'

/** Environment variables. */
export type Variables = Record<string, string | undefined>

/** A standard output, which may be a terminal or a descriptor of the operating system. */
export type Output = Writable & {
  isTTY?: boolean
  columns?: number
  fd?: number
  hasColors?: (env: object) => boolean
}

/** What a command gets of its process. Tests give strings in its place, so that commands run beside each other. */
export interface Terminal {
  env: Variables
  /** Read on demand: to open the process's own changes the descriptor. */
  readonly stdin: Readable & { isTTY?: boolean }
  stdout: Output
  stderr: Output
  /** Tells of signals and of uncaught errors. */
  events: EventEmitter
  /** A command whose answer is a refusal sets it; a failure is thrown. */
  exitCode: number
  /** Ends the process at once. */
  exit: (code: number) => void
}

/** The terminal of this process, for the files that are run. */
export function processTerminal(): Terminal {
  const { env, stdout, stderr } = process
  return {
    env,
    get stdin() {
      return process.stdin
    },
    stdout,
    stderr,
    events: process,
    exitCode: EXIT.success,
    exit: (code) => process.exit(code),
  }
}

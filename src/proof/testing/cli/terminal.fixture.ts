import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import type { Outcome, Variables } from './command-line.fixture.ts'

export interface TestTerminal {
  terminal: Terminal
  /** Standard output so far. */
  stdout(): string
  /** Standard error so far. */
  stderr(): string
  /** Both so far, in the order of their writing. */
  output(): string
}

/** A terminal with these variables and this standard input, which keeps what is written to it. */
export function openTerminal(variables: Variables = {}, input = ''): TestTerminal {
  const written: { to: 'stdout' | 'stderr'; bytes: Buffer }[] = []
  const textOf = (...outputs: string[]) =>
    Buffer.concat(
      written.filter(({ to }) => outputs.includes(to)).map(({ bytes }) => bytes),
    ).toString()
  const keep = (to: 'stdout' | 'stderr') =>
    new Writable({
      write(bytes: Buffer, _encoding, done) {
        written.push({ to, bytes })
        done()
      },
    })
  return {
    terminal: {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables },
      stdin: Readable.from(input === '' ? [] : [input], { objectMode: false }),
      stdout: keep('stdout'),
      stderr: keep('stderr'),
      events: new EventEmitter(),
      exitCode: 0,
      exit(code) {
        throw new Error(`the process would end at once, with ${code}`)
      },
    },
    stdout: () => textOf('stdout'),
    stderr: () => textOf('stderr'),
    output: () => textOf('stdout', 'stderr'),
  }
}

/** Runs a command in this process. */
export async function runAtTerminal(
  run: (terminal: Terminal) => Promise<number>,
  variables: Variables,
  input?: string,
): Promise<Outcome> {
  const { terminal, stdout, stderr } = openTerminal(variables, input)
  const exitCode = await run(terminal)
  return { exitCode, stdout: stdout(), stderr: stderr() }
}

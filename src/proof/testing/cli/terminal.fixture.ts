import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import type { Terminal } from '#client/tools/command-line/terminal.ts'

export interface TestTerminal {
  terminal: Terminal
  /** Standard output so far. */
  stdout: () => string
  /** Standard error so far. */
  stderr: () => string
  /** Both so far, in the order of their writing. */
  output: () => string
  /** Calls back after each writing. */
  onWritten: (look: () => void) => void
  /** Resolves when both together contain the text. */
  untilWritten: (text: string) => Promise<void>
}

type Name = 'stdout' | 'stderr'

/** The variables of a command or a server in a test. Databases of tests share a machine with all other tests. */
export function testEnvironment(variables: Terminal['env']): Terminal['env'] {
  const { PATH, HOME } = process.env
  return { PATH, HOME, DATABASE_TIMEOUT_MS: '20000', ...variables }
}

/** A terminal with these variables and this standard input, which keeps what is written to it. */
export function openTerminal(
  env: Terminal['env'] = {},
  input = '',
  /** What the outputs pretend to be. */
  { isTTY = false }: { isTTY?: boolean } = {},
): TestTerminal {
  const lookers = new Set<() => void>()
  const written: { to: Name; bytes: Buffer }[] = []
  const textOf = (...names: Name[]) => {
    const chosen = written.filter(({ to }) => names.includes(to))
    return Buffer.concat(chosen.map(({ bytes }) => bytes)).toString()
  }
  const output = () => textOf('stdout', 'stderr')
  const keep = (to: Name) =>
    new Writable({
      write(bytes: Buffer, _encoding, done) {
        written.push({ to, bytes })
        for (const look of lookers) look()
        done()
      },
    })
  return {
    terminal: {
      env: testEnvironment(env),
      stdin: Readable.from(input === '' ? [] : [input], { objectMode: false }),
      stdout: Object.assign(keep('stdout'), { isTTY }),
      stderr: Object.assign(keep('stderr'), { isTTY }),
      events: new EventEmitter(),
      exitCode: 0,
      exit: (code) => {
        throw new Error(`the process would end at once, with ${code}`)
      },
    },
    stdout: () => textOf('stdout'),
    stderr: () => textOf('stderr'),
    output,
    onWritten: (look) => void lookers.add(look),
    untilWritten: (text) =>
      new Promise((resolve) =>
        lookers.add(function look() {
          if (!output().includes(text)) return
          lookers.delete(look)
          resolve()
        }),
      ),
  }
}

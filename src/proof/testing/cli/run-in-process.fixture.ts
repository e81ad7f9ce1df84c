import { runCommandLine } from '#cli/run-command-line.ts'
import { words, type Outcome, type Variables } from './command-line.fixture.ts'

/** Runs a command line of `checkout` in this process, one at a time, with these environment variables alone. */
export async function runInProcess(line: string, variables: Variables): Promise<Outcome> {
  const { env, exitCode } = process
  const listeners = process.stdout.listeners('error')
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)]
  process.env = { ...variables }
  process.exitCode = 0
  try {
    await runCommandLine(words(line))
    return { exitCode: exitCodeNow(), stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    for (const listener of process.stdout.listeners('error'))
      if (!listeners.includes(listener))
        process.stdout.removeListener('error', listener as () => void)
    stdout.end()
    stderr.end()
    process.env = env
    process.exitCode = exitCode
  }
}

function exitCodeNow(): number {
  return Number(process.exitCode ?? 0)
}

function capture(stream: NodeJS.WriteStream) {
  const write = stream.write.bind(stream)
  let text = ''
  stream.write = (chunk: Uint8Array | string) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }
  return { text: () => text, end: () => void (stream.write = write) }
}

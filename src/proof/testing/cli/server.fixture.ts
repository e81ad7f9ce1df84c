import { runCommandLine } from '#cli/run-command-line.ts'
import type { Variables } from './command-line.fixture.ts'
import { READY, type RunningCommand } from './server-process.fixture.ts'
import { openTerminal } from './terminal.fixture.ts'

/** Starts `checkout serve` in this process and waits until it is ready. */
export function startServer(parts: string, variables: Variables): Promise<RunningCommand> {
  return startCommand(['serve', '--only', parts], variables)
}

/** Starts a long-running command in this process and waits until it is ready. */
export async function startCommand(
  args: readonly string[],
  variables: Variables,
  outputs: { isTTY?: boolean } = {},
): Promise<RunningCommand> {
  const { terminal, output, stdout, untilWritten } = openTerminal(variables, '', outputs)
  let exitCode: number | null = null
  const ended = runCommandLine(args, terminal).then((code) => (exitCode = code))
  await Promise.race([
    untilWritten(READY),
    ended.then((code) => {
      throw new Error(`${args.join(' ')} ended with ${code}: ${output()}`)
    }),
  ])
  return {
    output,
    stdout,
    async stop(signal = 'SIGTERM') {
      if (exitCode === null) terminal.events.emit(signal)
      return ended
    },
  }
}

import { CommanderError } from 'commander'
import { isCheckoutError, isConnectionError } from '../../errors.ts'
import { CommandFailure, EXIT } from './exit.ts'
import { printNotice } from './output.ts'
import { style } from './style.ts'
import type { Terminal } from './terminal.ts'

/** Prints a failure and returns its exit code. `explain` gives the message of errors known to the caller. */
export function reportFailure(
  terminal: Terminal,
  error: unknown,
  explain: (error: unknown) => string | undefined = () => undefined,
): number {
  // Commander has printed it already; help is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage
  const message = explain(error) ?? messageOf(error)
  printNotice(terminal, `${style('red', 'error:')} ${message}`)
  return error instanceof CommandFailure ? error.exitCode : EXIT.refusal
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const explainsItself =
    error instanceof CommandFailure || isCheckoutError(error) || isConnectionError(error)
  return explainsItself ? error.message : (error.stack ?? error.message)
}

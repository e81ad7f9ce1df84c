import { CommanderError } from 'commander'
import { isCheckoutError, isConnectionError } from '../../errors.ts'
import { CommandFailure, EXIT } from './exit.ts'
import { printNotice } from './output.ts'
import { style } from './style.ts'
import type { Terminal } from './terminal.ts'

/** Prints a failure and returns its exit code. `explain` gives the failure to report for errors known to the caller. */
export function reportFailure(
  terminal: Terminal,
  error: unknown,
  explain: (error: unknown) => CommandFailure | undefined = () => undefined,
): number {
  // Commander has printed it already; help is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage
  const failure = explain(error) ?? error
  printNotice(terminal, `${style('red', 'error:')} ${messageOf(failure)}`)
  return failure instanceof CommandFailure ? failure.exitCode : EXIT.refusal
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const explainsItself =
    error instanceof CommandFailure || isCheckoutError(error) || isConnectionError(error)
  return explainsItself ? error.message : (error.stack ?? error.message)
}

import { styleText } from 'node:util'
import { CommanderError } from 'commander'
import { isCheckoutError, isConnectionError } from '../../errors.ts'
import { CommandFailure, EXIT } from './exit.ts'
import { say } from './output.ts'

/** Says why a command ended early, and answers its exit code. `explain` knows what else explains itself. */
export function reportFailure(
  error: unknown,
  explain: (error: unknown) => string | undefined = () => undefined,
): number {
  // Commander has said it already; asking for help is no failure.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.success : EXIT.usage
  const message = explain(error) ?? messageOf(error)
  say(`${styleText('red', 'error:', { stream: process.stderr })} ${message}`)
  return error instanceof CommandFailure ? error.exitCode : EXIT.refusal
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const explainsItself =
    error instanceof CommandFailure || isCheckoutError(error) || isConnectionError(error)
  return explainsItself ? error.message : (error.stack ?? error.message)
}

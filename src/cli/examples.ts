import { examples as examplesOf } from '../client/tools/command-line/examples.ts'

/** The end of a command's help: what one would really type. */
export function examples(...commands: string[]): string {
  return examplesOf('checkout', commands)
}

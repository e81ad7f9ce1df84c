import { examples as examplesOf } from '#client/tools/command-line/examples.ts'

export function examples(...commands: string[]): string {
  return examplesOf('checkout', commands)
}

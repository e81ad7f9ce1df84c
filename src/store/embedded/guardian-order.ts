import type { ProcessOptions } from './process-options.ts'

/** What the guardian is told to run, as JSON in its first argument. */
export interface GuardianOrder {
  command: string
  args: string[]
  options: ProcessOptions
}

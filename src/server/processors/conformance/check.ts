import type { Bench } from './bench.ts'

/** One promise of the port that every module is held to. */
export interface Check {
  /** `<subject>.<promise>`, as in `refund.beyond`. */
  id: string
  /** What must hold. */
  holds: string
  /** What happens to money or people when it does not. */
  matters: string
  /** What to do in the module. */
  remedy: string
  /** Throws `CheckFailed`, or `CheckSkipped` where the module or its driver does not offer what is needed. */
  run: (bench: Bench) => Promise<void>
}

export interface CheckResult extends Omit<Check, 'run'> {
  status: 'ok' | 'failed' | 'skipped'
  /** What was found, or why it was skipped; null when all is well. */
  found: string | null
}

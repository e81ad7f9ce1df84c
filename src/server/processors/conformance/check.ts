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

export class CheckFailed extends Error {
  override name = 'CheckFailed'
}

export class CheckSkipped extends Error {
  override name = 'CheckSkipped'
}

export function must(holds: boolean, found: string): asserts holds {
  if (!holds) throw new CheckFailed(found)
}

export function skip(why: string): never {
  throw new CheckSkipped(why)
}

/** A value as text of one line, cut to a readable length. */
export function show(value: unknown): string {
  if (value instanceof Error) return `${value.name}: ${cut(value.message)}`
  return cut(JSON.stringify(value) ?? String(value))
}

const SHOWN_MAX = 240

function cut(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}

import { isProcessorNotAsked, isProcessorRefused, isProcessorSilent } from '../processor.ts'
import { STEPS, type StepName, type StepResult } from './steps.ts'

/** A step has shown something else than what must hold. */
export class StepFailed extends Error {
  override name = 'StepFailed'
  /** Replaces the step's own remedy. */
  readonly remedy: string | undefined

  constructor(found: string, remedy?: string) {
    super(found)
    this.remedy = remedy
  }
}

/** The operator has broken off. */
export class BrokenOff extends Error {
  override name = 'BrokenOff'
}

interface Shown<T> {
  found: string
  value: T
}

export interface StepRecord {
  results: readonly StepResult[]
  /** What the trial has found out that no document says, by the name of the question. */
  settled: Readonly<Record<string, string>>
  settle(question: string, answer: string): void
  /** The value of a step that has passed; undefined when it failed. Throws `BrokenOff` alone. */
  run<T>(step: StepName, work: () => Promise<Shown<T>>): Promise<T | undefined>
  /** Runs a step without a value; true when it has passed. */
  show(step: StepName, work: () => Promise<string>): Promise<boolean>
  check(name: string, work: () => Promise<string>): Promise<void>
  notShown(steps: readonly StepName[], why: string): void
}

export interface Recording {
  clock: () => Date
  isBrokenOff: () => boolean
  onResult: (result: StepResult) => void
}

export function recordSteps({ clock, isBrokenOff, onResult }: Recording): StepRecord {
  const results: StepResult[] = []
  const settled: Record<string, string> = {}
  const add = (result: StepResult) => {
    results.push(result)
    onResult(result)
  }

  async function timed<T>(
    step: string,
    { holds, remedy = '' }: { holds?: string; remedy?: string },
    work: () => Promise<Shown<T>>,
  ): Promise<T | undefined> {
    if (isBrokenOff()) throw new BrokenOff('broken off')
    const startedMs = clock().getTime()
    const named = { step, ...(holds !== undefined && { holds }) }
    const durationMs = () => Math.max(0, clock().getTime() - startedMs)
    try {
      const { found, value } = await work()
      add({ ...named, status: 'passed', found: shown(found), durationMs: durationMs() })
      return value
    } catch (error) {
      if (error instanceof BrokenOff) throw error
      const found = shown(error instanceof Error ? error.message : 'failed')
      const done = { found, durationMs: durationMs(), remedy: remedyOf(error) ?? remedy }
      add({ ...named, status: 'failed', ...done })
      return undefined
    }
  }

  return {
    results,
    settled,
    settle(question, answer) {
      settled[question] = shown(answer)
    },
    run: (step, work) => timed(step, STEPS[step], work),
    async show(step, work) {
      const done = await timed(step, STEPS[step], async () => ({
        found: await work(),
        value: true,
      }))
      return done ?? false
    },
    async check(name, work) {
      await timed(`check.${name}`, {}, async () => ({ found: await work(), value: true }))
    },
    notShown(steps, why) {
      for (const step of steps) {
        if (results.some((result) => result.step === step)) continue
        add({ step, holds: STEPS[step].holds, status: 'not_shown', found: why, durationMs: 0 })
      }
    },
  }
}

/** What to do where the call itself failed. */
function remedyOf(error: unknown): string | undefined {
  if (error instanceof StepFailed) return error.remedy
  if (isProcessorNotAsked(error))
    return 'The request did not reach the bank: look at certificate and key, client id and secret, the addresses, and the network. See the runbook processor-account.'
  if (isProcessorRefused(error))
    return 'The bank refused it: show the bank this line, and compare permissions (scopes), Pix key and contract.'
  if (isProcessorSilent(error))
    return "The bank's answer did not come in time, or not in the document's form: try again, and show the bank this line if it stays so."
  return undefined
}

const LENGTH_MAX = 400

/** Replaces control characters, which a terminal would obey, in a bank's text, and truncates it. */
function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?').slice(0, LENGTH_MAX)
}

import { INVARIANTS, type Violation } from '../../oracle/violation.ts'

const ROW_LENGTH_MAX = 600

/** A violation as text: the promise, the finding, and the rows. */
export function violationText({ invariant, what, rows }: Violation): string {
  const shown = rows.map((row) => `    ${cut(JSON.stringify(row))}`)
  return [`  ${invariant} (${INVARIANTS[invariant]}): ${what}`, ...shown].join('\n')
}

function cut(text: string): string {
  return text.length > ROW_LENGTH_MAX ? `${text.slice(0, ROW_LENGTH_MAX)}…` : text
}

/** The 95 % bound when none of so many independent schedules failed: the rule of three. */
export function unbroken(schedules: number): string {
  return `no promise broken; with 95 % certainty fewer than ${(3 / schedules).toExponential(1)} of all such schedules break one`
}

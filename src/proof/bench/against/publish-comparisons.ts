import { print } from '../command/publish.ts'
import type { Comparison } from './comparison.ts'
import { reportComparisons } from './report.ts'

/** For the help of a bench with `--against`. */
export const AGAINST_NOTES = `With --against both trees serve in turn, each over a PostgreSQL of its own, and the ratios are of their processor time, ours to
theirs. Not worse: statements, commits and bytes of WAL of a call are equal, and each median ratio is within 0.97 to 1.03, or
its 95 % interval contains 1, so that nothing can be said. A count that differs is to be explained. Linux only.`

/** Prints the comparisons; with `check`, fails when one of them is worse. */
export function publishComparisons(
  { json, check = false }: { json: boolean; check?: boolean },
  comparisons: readonly Comparison[],
): void {
  print(json, { comparisons }, reportComparisons(comparisons))
  if (check && comparisons.some(({ isNotWorse }) => !isNotWorse)) process.exitCode = 1
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESULTS } from './step.ts'

/** Reports what a runner of ours counted, for `.ci/summary.js`. */
export function writeCounts(report: string, counts: { passed: number; failed: number }): void {
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, report), JSON.stringify(counts))
}

import type { DashboardProblemCode, FieldFault } from '#contract/dashboard/problem.ts'

/** Refuses an act; when thrown, the act's transaction is rolled back. */
export class ActRefused extends Error {
  override name = 'ActRefused'
  /** Not named `code`: errors with a `code` are taken for connection errors (`database-errors.ts`). */
  readonly problem: DashboardProblemCode
  readonly fields: readonly FieldFault[]
  constructor(problem: DashboardProblemCode, fields: readonly FieldFault[] = []) {
    super(`the act is refused: ${problem}`)
    this.problem = problem
    this.fields = fields
  }
}

import type { DashboardProblemCode, FieldFault } from '../../../contract/dashboard/problem.ts'

/** Ends an act's transaction without a trace. */
export class ActRefused extends Error {
  override name = 'ActRefused'
  /** Not `code`: errors with one are those of connections. */
  readonly problem: DashboardProblemCode
  readonly fields: readonly FieldFault[]
  constructor(problem: DashboardProblemCode, fields: readonly FieldFault[] = []) {
    super(`the act is refused: ${problem}`)
    this.problem = problem
    this.fields = fields
  }
}

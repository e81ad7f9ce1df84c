import type { PageProblem } from '#contract/page.ts'

/** A refusal as the page receives it. */
export interface HttpRefusal {
  status: number
  code: string
  errors?: PageProblem['errors']
  retryAfterSeconds?: number
}

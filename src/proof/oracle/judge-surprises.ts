import type { Books } from './books.ts'
import { findings, type Violation } from './violation.ts'

/** I10: no response is an internal error, and no error is logged. */
export function judgeSurprises({ exchanges, complaints }: Books): Violation[] {
  const { found, report } = findings('I10')
  for (const exchange of exchanges)
    if (exchange.status === 500) report('a request failed with 500', exchange)
  for (const complaint of complaints) report('an error was logged', complaint)
  return found
}

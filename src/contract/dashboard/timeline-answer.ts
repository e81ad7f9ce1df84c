import type { MaskedCustomer } from './find.ts'
import type { Standing } from './standing.ts'
import type { Explanation, Timeline, TimelineLine } from './timeline.ts'

/** The answer of `GET /api/timeline/:id`. */
export interface TimelineAnswer {
  timeline: Timeline
  standing: Standing
  lines: TimelineLine[]
  explanation: Explanation
  /** Null when nothing is known of the payer, or it was removed. */
  person: MaskedCustomer | null
  /** Whether `POST /api/timeline/:id/person` answers. */
  showsPerson: boolean
}

/** The answer of `POST /api/timeline/:id/person`, which is recorded as a read of personal data. */
export interface PersonAnswer {
  email?: string
  name?: string
  phone?: string
  taxId?: string
}

import type { MaskedCustomer } from './find.ts'
import type { Explanation, Story, StoryLine } from './story.ts'

/** The answer of `GET /api/story/:id`. */
export interface StoryAnswer {
  story: Story
  lines: StoryLine[]
  explanation: Explanation
  /** Null when nothing is known of the payer, or it was removed. */
  person: MaskedCustomer | null
  /** Whether `POST /api/story/:id/person` answers. */
  showsPerson: boolean
}

/** The answer of `POST /api/story/:id/person`, which is recorded as a read of personal data. */
export interface PersonAnswer {
  email?: string
  name?: string
  phone?: string
  taxId?: string
}

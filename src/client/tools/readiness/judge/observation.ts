import type { CheckId } from '../checks/checks.ts'

/** What came back of one request. Either `status` or `error` is there. */
export interface PlayAnswer {
  check: CheckId
  what: string
  status: number | null
  /** Why there was no answer. */
  error: string | null
  durationMs: number
  bodyBytes: number
  /** The beginning of the body. */
  excerpt: string
}

/** How often the orders of the sessions had been given out at a moment, by session; null where nobody could say. */
export interface Look {
  when: 'before' | 'after_forgeries' | 'at_the_end'
  fulfilled: Readonly<Record<string, number | null>>
}

export interface Observed {
  answers: readonly PlayAnswer[]
  /** Empty where nobody told of effects. */
  looks: readonly Look[]
}

import type { CheckId } from '../checks/checks.ts'

/** The answer to one request: either `status` or `error` is set. */
export interface PlayAnswer {
  check: CheckId
  what: string
  /** When it was sent. */
  at: string
  status: number | null
  /** The reason for no answer. */
  error: string | null
  durationMs: number
  bodyBytes: number
  /** The beginning of the body. */
  excerpt: string
}

/** How often each session's order had been fulfilled at a moment; null: unknown. */
export interface Look {
  when: 'before' | 'after_forgeries' | 'at_the_end'
  fulfilled: Readonly<Record<string, number | null>>
}

export interface Observed {
  answers: readonly PlayAnswer[]
  /** Empty without `--state`. */
  looks: readonly Look[]
}

/** A difference between what a browser gets and what this build serves. */
export interface Finding {
  url: string
  what: string
  expected: string | null
  found: string | null
}

/** A finding without its URL. */
export type Difference = Omit<Finding, 'url'>

/** What a browser gets and should not, or should and does not get. */
export interface Finding {
  url: string
  what: string
  expected: string | null
  found: string | null
}

/** A finding that does not know yet at which address it was made. */
export type Difference = Omit<Finding, 'url'>

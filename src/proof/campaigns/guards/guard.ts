/** A guard of the product outside the oracle's invariants: without it, a test must turn red. */
export interface Guard {
  name: string
  file: string
  /** Stands in the file exactly once. */
  search: string
  replace: string
  test: string
}

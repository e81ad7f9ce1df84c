/** A guard of the product outside the oracle's invariants: without it, a test must turn red. */
export interface Guard {
  name: string
  /** `// guard: <marker>` stands above the guarded line, `// tests guard: <marker>` in the test's file. */
  marker: string
  /** The line without the guard. It must compile, since any test sees a line that does not. */
  instead: string
}

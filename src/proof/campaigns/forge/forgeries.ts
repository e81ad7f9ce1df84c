/** Outcome of a run. */
export interface Forgeries {
  forged: number
  /** Count by kind. */
  kinds: Record<string, number>
  accepted: { kind: string; what: string }[]
}

export function noForgeries(): Forgeries {
  return { forged: 0, kinds: {}, accepted: [] }
}

/** The sum over several threads. */
export function sumOf(all: readonly Forgeries[]): Forgeries {
  const sum = noForgeries()
  for (const { forged, kinds, accepted } of all) {
    sum.forged += forged
    for (const [kind, count] of Object.entries(kinds))
      sum.kinds[kind] = (sum.kinds[kind] ?? 0) + count
    sum.accepted.push(...accepted)
  }
  return sum
}

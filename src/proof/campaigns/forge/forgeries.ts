/** What became of forgeries. */
export interface Forgeries {
  forged: number
  /** How many of each kind. */
  kinds: Record<string, number>
  accepted: { kind: string; what: string }[]
}

export function noForgeries(): Forgeries {
  return { forged: 0, kinds: {}, accepted: [] }
}

/** What several have tried, as if one had. */
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

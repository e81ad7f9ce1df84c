/** Measured over time: the process after a garbage collection, and PostgreSQL. */
export const MEASURES = {
  heapMiB: { name: 'heap after collection', unit: 'MiB', growthMax: 1 },
  rssMiB: { name: 'resident memory', unit: 'MiB', growthMax: 10 },
  handles: { name: 'handles', unit: '', growthMax: 10 },
  files: { name: 'file descriptors', unit: '', growthMax: 10 },
  connections: { name: 'connections of PostgreSQL', unit: '', growthMax: 5 },
} as const
export type Measure = keyof typeof MEASURES

export type Sample = { atSeconds: number } & Record<Measure, number>

export interface Growth {
  /** Slope of the second half: in the first half caches fill. */
  perHour: number
  /** Lower 97.5 % confidence bound of the slope. */
  atLeastPerHour: number
}

const SECONDS_PER_HOUR = 3600
const Z = 1.96

/** The least-squares slope of the second half, with its confidence bound. */
export function growthOf(samples: readonly Sample[], measure: Measure): Growth {
  const half = samples.slice(Math.floor(samples.length / 2))
  const points = half.map((sample) => ({
    x: sample.atSeconds / SECONDS_PER_HOUR,
    y: sample[measure],
  }))
  const count = points.length
  if (count < 3) return { perHour: 0, atLeastPerHour: 0 }
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const together = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  const perHour = together / spread
  const left = points.reduce((sum, { x, y }) => sum + (y - meanY - perHour * (x - meanX)) ** 2, 0)
  const error = Math.sqrt(left / (count - 2) / spread)
  return { perHour, atLeastPerHour: perHour - Z * error }
}

/** Measures whose growth is significant and above the limit. */
export function growing(samples: readonly Sample[]): string[] {
  return (Object.keys(MEASURES) as Measure[]).flatMap((measure) => {
    const { name, unit, growthMax } = MEASURES[measure]
    const { perHour, atLeastPerHour } = growthOf(samples, measure)
    if (atLeastPerHour <= growthMax) return []
    return [`${name}: ${`${perHour.toFixed(1)} ${unit}`.trim()} more an hour, above ${growthMax}`]
  })
}

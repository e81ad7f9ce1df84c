/** Quantiles below which samples are kept: slow outliers hide a difference. */
const KEPT = [1, 0.99, 0.95, 0.9, 0.75, 0.5]

/** The greatest Welch's t of two classes over all crops, as in dudect. */
export function greatestT(one: Float64Array, other: Float64Array): number {
  const all = Float64Array.from([...one, ...other]).toSorted()
  const values = KEPT.map((kept) => {
    const limit = all[Math.ceil(all.length * kept) - 1] ?? Infinity
    return welchT(
      one.filter((time) => time <= limit),
      other.filter((time) => time <= limit),
    )
  })
  return values.reduce((greatest, t) => (Math.abs(t) > Math.abs(greatest) ? t : greatest), 0)
}

/** Welch's t-test for two samples of unequal variance. */
export function welchT(one: Float64Array, other: Float64Array): number {
  const [first, second] = [momentsOf(one), momentsOf(other)]
  const error = Math.sqrt(first.variance / one.length + second.variance / other.length)
  return error === 0 ? 0 : (first.mean - second.mean) / error
}

function momentsOf(times: Float64Array): { mean: number; variance: number } {
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const squares = times.reduce((sum, time) => sum + (time - mean) ** 2, 0)
  return { mean, variance: squares / (times.length - 1) }
}

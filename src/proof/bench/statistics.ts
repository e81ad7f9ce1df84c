export interface Ends {
  min: number
  max: number
}

export interface Spread extends Ends {
  median: number
}

/** The probability with which an interval covers the true median. */
const CONFIDENCE = 0.95

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

export function spread(values: readonly number[]): Spread {
  return { min: Math.min(...values), median: median(values), max: Math.max(...values) }
}

/** Interpolates between the two nearest values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const lower = sorted[Math.floor(place)] ?? Number.NaN
  const upper = sorted[Math.ceil(place)] ?? Number.NaN
  return lower + (upper - lower) * (place - Math.floor(place))
}

/**
 * The 95 % confidence interval of the median, whatever the distribution: each value is as probably above the true median as
 * below it. Fewer than six values cannot reach that confidence; their interval is all of them.
 */
export function medianInterval(values: readonly number[]): Ends {
  const sorted = values.toSorted((a, b) => a - b)
  const { length } = sorted
  let leftOut = 0
  // The probability that the true median lies beyond the values that are left out: a tail of the binomial distribution.
  let beyond = 2 ** -length
  let next = beyond * length
  while (2 * (beyond + next) <= 1 - CONFIDENCE) {
    leftOut += 1
    beyond += next
    next *= (length - leftOut) / (leftOut + 1)
  }
  return { min: sorted[leftOut] ?? Number.NaN, max: sorted[length - 1 - leftOut] ?? Number.NaN }
}

/** As text: the least to the greatest. */
export function range({ min, max }: Ends, digits = 2): string {
  return `${min.toFixed(digits)} to ${max.toFixed(digits)}`
}

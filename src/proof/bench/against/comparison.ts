import type { CallCosts } from '../stage/meter.ts'
import { median, medianInterval, quantile, spread, type Ends, type Spread } from '../statistics.ts'

/** Costs of one round in each tree, measured one after the other. */
export interface Pair {
  ours: CallCosts
  theirs: CallCosts
}

/** Which median ratios of processor time count as the same. */
const SAME = { min: 0.97, max: 1.03 }
/** Counts this near to each other are equal: tasks that poll, and pages of an index that split, are counted too. */
const COUNT_TOLERANCE = 0.01

export type TimeName = 'nodeMicroseconds' | 'postgresMicroseconds'
export type CountName = Exclude<keyof CallCosts, TimeName>
export const TIMES: readonly TimeName[] = ['nodeMicroseconds', 'postgresMicroseconds']
export const COUNTS: readonly CountName[] = ['statements', 'commits', 'walBytes']

/**
 * `same`: the median is within 0.97 to 1.03. `unclear`: it is not, but the rounds do not exclude a ratio of 1, or there was
 * too little to measure. Else `more` or `less`.
 */
export type TimeVerdict = 'same' | 'unclear' | 'more' | 'less'

/** Ratios of processor time of a call, ours to theirs, of paired rounds. */
export interface TimeRatio {
  /** Medians of a call, in microseconds. */
  ours: number
  theirs: number
  ratio: Spread
  quartiles: Ends
  /** 95 % confidence interval of the median. */
  interval: Ends
  verdict: TimeVerdict
}

export interface CountPair {
  ours: number
  theirs: number
  isEqual: boolean
}

export interface Comparison {
  title: string
  rounds: number
  /** A time is missing where a round took too little of it. */
  times: Partial<Record<TimeName, TimeRatio>>
  counts: Record<CountName, CountPair>
  /** Counts that are equal, and no time that is more. */
  isNotWorse: boolean
}

export function compare(title: string, pairs: readonly Pair[]): Comparison {
  const times: Comparison['times'] = {}
  for (const name of TIMES) {
    const time = compareTimes(pairs, name)
    if (time !== undefined) times[name] = time
  }
  const counts = {
    statements: compareCounts(pairs, 'statements'),
    commits: compareCounts(pairs, 'commits'),
    walBytes: compareCounts(pairs, 'walBytes'),
  }
  const isNotWorse =
    Object.values(counts).every(({ isEqual }) => isEqual) &&
    Object.values(times).every(({ verdict }) => verdict !== 'more')
  return { title, rounds: pairs.length, times, counts, isNotWorse }
}

function compareTimes(pairs: readonly Pair[], name: TimeName): TimeRatio | undefined {
  const measured = pairs.map(({ ours, theirs }) => [ours[name], theirs[name]] as const)
  const ours = measured.flatMap(([our]) => our ?? [])
  const theirs = measured.flatMap(([, their]) => their ?? [])
  if (ours.length < pairs.length || theirs.length < pairs.length) return undefined
  const ratios = ours.map((our, index) => our / (theirs[index] ?? Number.NaN))
  const interval = medianInterval(ratios)
  return {
    ours: median(ours),
    theirs: median(theirs),
    ratio: spread(ratios),
    quartiles: { min: quantile(ratios, 0.25), max: quantile(ratios, 0.75) },
    interval,
    verdict: judgeRatio(median(ratios), interval),
  }
}

function judgeRatio(middle: number, { min, max }: Ends): TimeVerdict {
  if (middle >= SAME.min && middle <= SAME.max) return 'same'
  if (min <= 1 && max >= 1) return 'unclear'
  return middle > 1 ? 'more' : 'less'
}

function compareCounts(pairs: readonly Pair[], name: CountName): CountPair {
  const ours = pairs.map((pair) => pair.ours[name])
  const theirs = pairs.map((pair) => pair.theirs[name])
  const [our, their] = [median(ours), median(theirs)]
  const isNear = Math.abs(our - their) <= COUNT_TOLERANCE * Math.max(our, their)
  return { ours: our, theirs: their, isEqual: isNear || overlap(ours, theirs) }
}

/** Whether the middle halves meet: how many calls share a statement depends on how busy the machine is. */
function overlap(ours: readonly number[], theirs: readonly number[]): boolean {
  return (
    quantile(ours, 0.25) <= quantile(theirs, 0.75) && quantile(theirs, 0.25) <= quantile(ours, 0.75)
  )
}

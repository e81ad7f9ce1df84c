import { table } from '#client/tools/command-line/table.ts'
import { range } from '../statistics.ts'
import {
  COUNTS,
  TIMES,
  type Comparison,
  type CountName,
  type TimeName,
  type TimeVerdict,
} from './comparison.ts'

const HEADS = ['of a call', 'ours', 'theirs', 'ratio', '95 %', 'quartiles', 'rounds', '']
const NAMES: Record<TimeName | CountName, string> = {
  nodeMicroseconds: 'Node, µs',
  postgresMicroseconds: 'PostgreSQL, µs',
  statements: 'statements',
  commits: 'commits',
  walBytes: 'bytes of WAL',
}
const VERDICTS: Record<TimeVerdict, string> = {
  same: 'within 0.97 to 1.03',
  unclear: 'nothing can be said',
  more: 'MORE',
  less: 'less',
}

/** A table for each case, and whether this tree is not worse. */
export function reportComparisons(comparisons: readonly Comparison[]): string {
  return comparisons
    .map((comparison) => {
      const rows = [
        ...TIMES.map((name) => timeRow(comparison, name)),
        ...COUNTS.map((name) => countRow(comparison, name)),
      ]
      return `${comparison.title}, in ${comparison.rounds} pairs\n${table(HEADS, rows)}\n${conclusion(comparison)}\n`
    })
    .join('\n')
}

function timeRow({ times }: Comparison, name: TimeName): string[] {
  const time = times[name]
  if (time === undefined) return [NAMES[name], '', '', '', '', '', '', 'too little to be measured']
  const { ours, theirs, ratio, interval, quartiles, verdict } = time
  return [
    NAMES[name],
    ours.toFixed(0),
    theirs.toFixed(0),
    ratio.median.toFixed(3),
    range(interval),
    range(quartiles),
    range(ratio),
    VERDICTS[verdict],
  ]
}

function countRow({ counts }: Comparison, name: CountName): string[] {
  const { ours, theirs, isEqual } = counts[name]
  const digits = name === 'walBytes' ? 0 : 2
  const measured = [ours.toFixed(digits), theirs.toFixed(digits)]
  return [NAMES[name], ...measured, '', '', '', '', isEqual ? 'equal' : 'DIFFERENT']
}

function conclusion({ isNotWorse, counts, times }: Comparison): string {
  if (isNotWorse) return 'not worse'
  const different = COUNTS.filter((name) => !counts[name].isEqual).map((name) => NAMES[name])
  const more = TIMES.filter((name) => times[name]?.verdict === 'more').map((name) => NAMES[name])
  return [
    ...(more.length === 0 ? [] : [`worse: more processor time of ${more.join(' and ')}`]),
    ...(different.length === 0 ? [] : [`to be explained: ${different.join(', ')}`]),
  ].join('; ')
}

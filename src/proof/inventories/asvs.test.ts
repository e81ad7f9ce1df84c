import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import LEVELS from './asvs-levels.json' with { type: 'json' }
import { namesIn, readSources } from './exported-names.ts'
import { findProofs, readSecurityDoc, SRC } from './sources.ts'

/** Chapters whose level 3 is reviewed, too. */
const WHOLE_CHAPTERS = ['2', '3', '7', '11', '16']
const VERDICTS = ['yes', 'in part', 'no', 'not ours', 'does not apply'] as const
/** A verdict with its reason. */
const REASON = /^(?:yes\b|(?:in part|no|not ours|does not apply): .{8})/

interface Row {
  numbers: string[]
  level: string
  holds: string
  files: string[]
}
type Line = Omit<Row, 'numbers' | 'level'> & { number: string }

const map = readSecurityDoc('asvs.md')

/** The level of each requirement: the n-th digit of a section is the level of its n-th requirement. */
const levels = Object.entries(LEVELS).flatMap(([section, figures]) =>
  Array.from(figures, (figure, at) => ({ number: `${section}.${at + 1}`, level: Number(figure) })),
)
const inScope = levels.filter(
  ({ number, level }) => level < 3 || WHOLE_CHAPTERS.includes(chapterOf(number)),
)

const rows = map.split('\n').flatMap((row): Row[] => {
  const [, numbers, level = '', holds = '', shownBy = ''] =
    /^\| (\d+\.[^|]+) \| ([\d, ]+) \|[^|]*\| ([^|]*) \|([^|]*)\|$/.exec(row) ?? []
  if (numbers === undefined) return []
  const files = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
  return [{ numbers: numbers.split(', ').flatMap(expandRange), level, holds, files }]
})
const lines = rows.flatMap(({ numbers, holds, files }): Line[] =>
  numbers.map((number) => ({ number, holds, files })),
)

function chapterOf(number: string): string {
  return number.split('.')[0] ?? ''
}

/** Expands `10.3.1–10.3.4` into its numbers. */
function expandRange(text: string): string[] {
  const [first = '', last = first] = text.split('–')
  const section = first.slice(0, first.lastIndexOf('.') + 1)
  const [from, to] = [first, last].map((number) => Number(number.slice(section.length)))
  return Array.from(
    { length: (to ?? 0) - (from ?? 0) + 1 },
    (_, at) => section + ((from ?? 0) + at),
  )
}

function verdictOf({ holds }: Line): string | undefined {
  return VERDICTS.find((verdict) => new RegExp(`^${verdict}(?:$|[:;,])`).test(holds))
}

/** The summary row of these lines. */
function countOf(name: string, of: readonly Line[]): string {
  const tested = of.filter(
    (line) => verdictOf(line) === 'yes' && line.files.some((file) => /\.test\.tsx?$/.test(file)),
  )
  const [yes, ...others] = VERDICTS.map(
    (verdict) => of.filter((line) => verdictOf(line) === verdict).length,
  )
  return `| ${[name, of.length, yes, tested.length, ...others].join(' | ')} |`
}

describe('the map of ASVS 5.0.0', () => {
  it('knows the level of all 345 requirements', () => {
    expect([1, 2, 3].map((of) => levels.filter(({ level }) => level === of).length)).toEqual([
      70, 183, 92,
    ])
  })

  it('has each requirement of level 2, and of the chapters reviewed at level 3, once and in order', () => {
    expect(lines.map(({ number }) => number)).toEqual(inScope.map(({ number }) => number))
  })

  it('gives each its level', () => {
    const levelsOf = (numbers: string[]) =>
      [
        ...new Set(
          levels.filter(({ number }) => numbers.includes(number)).map(({ level }) => level),
        ),
      ]
        .toSorted((one, other) => one - other)
        .join(', ')
    expect(rows.filter(({ numbers, level }) => level !== levelsOf(numbers))).toEqual([])
  })

  it('gives each a verdict, and a reason when it is not yes', () => {
    expect(
      lines.filter((line) => verdictOf(line) === undefined || !REASON.test(line.holds)),
    ).toEqual([])
  })

  it('names an existing test, or a function, for each that holds', () => {
    const holding = lines.filter((line) => verdictOf(line) === 'yes')
    expect(holding.filter(({ files }) => files.length === 0)).toEqual([])
    const proofs = findProofs()
    const exported = new Set(readSources().flatMap(({ names }) => names))
    const named = [...map.matchAll(/`((?:\.\.\/)?[\w./-]+\.(?:tsx?|md|json))`/g)]
    const places = [...lines.flatMap((line) => line.files), ...named.map(([, file = '']) => file)]
    const isHere = (place: string) =>
      namesIn(`\`${place}\``).some((name) => exported.has(name)) ||
      proofs.has(place) ||
      existsSync(join(SRC, place)) ||
      existsSync(join(SRC, '..', place))
    expect(places.filter((place) => !isHere(place))).toEqual([])
    expect(namesIn(map).filter((name) => !exported.has(name))).toEqual([])
  })

  it('sums up its verdicts', () => {
    const chapters = [...new Set(inScope.map(({ number }) => chapterOf(number)))]
    const counts = chapters.map((chapter) =>
      countOf(
        `V${chapter}`,
        lines.filter(({ number }) => chapterOf(number) === chapter),
      ),
    )
    expect(map).toContain([...counts, countOf('all', lines)].join('\n'))
  })
})

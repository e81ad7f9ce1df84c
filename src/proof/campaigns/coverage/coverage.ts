import type { Sighting, Subject } from './sightings.ts'

/** Names that a campaign must reach, by subject. */
export type Wanted = Partial<Record<Subject, readonly string[]>>

/** Counts how often each thing that can happen happened. */
export interface Coverage {
  add(sightings: readonly Sighting[]): void
  /** Counts by subject and name; 0 for what was wanted and never seen. */
  counts(): Record<string, Record<string, number>>
  never(): string[]
  /** Wanted and seen, but too rarely to rely on. */
  rare(): string[]
}

const OFTEN = 100

export function createCoverage(wanted: Wanted): Coverage {
  const counts: Record<string, Record<string, number>> = {}
  for (const [subject, names] of Object.entries(wanted))
    counts[subject] = Object.fromEntries(names.map((name) => [name, 0]))
  return {
    add(sightings) {
      for (const { subject, name, times } of sightings) {
        const ofSubject = (counts[subject] ??= {})
        ofSubject[name] = (ofSubject[name] ?? 0) + times
      }
    },
    counts: () => counts,
    never: () =>
      Object.entries(counts).flatMap(([subject, names]) =>
        Object.entries(names).flatMap(([name, times]) =>
          times === 0 ? [`${subject} ${name}`] : [],
        ),
      ),
    rare: () =>
      Object.entries(wanted).flatMap(([subject, names]) =>
        names.flatMap((name) => {
          const times = counts[subject]?.[name] ?? 0
          return times > 0 && times < OFTEN ? [`${subject} ${name} ${times}`] : []
        }),
      ),
  }
}

export function coverageText(coverage: Coverage): string {
  const lines = Object.entries(coverage.counts()).map(([subject, names]) => {
    const counted = Object.entries(names).map(([name, times]) => `${name} ${times}`)
    return `${subject}: ${counted.join(', ')}`
  })
  const never = coverage.never().map((what) => `never reached: ${what}`)
  const rare = coverage.rare()
  if (rare.length > 0) lines.push(`reached less than ${OFTEN} times: ${rare.join(', ')}`)
  return `${[...lines, ...never].join('\n')}\n`
}

import type { Sighting, Subject } from './sightings.ts'

/** What a campaign wants to see, by subject. */
export type Wanted = Partial<Record<Subject, readonly string[]>>

/** How often each thing that can happen did happen. */
export interface Coverage {
  add(sightings: readonly Sighting[]): void
  /** Times by subject and name; 0 is what was wanted and never seen. */
  counts(): Record<string, Record<string, number>>
  never(): string[]
}

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
  }
}

export function coverageText(coverage: Coverage): string {
  const lines = Object.entries(coverage.counts()).map(([subject, names]) => {
    const counted = Object.entries(names).map(([name, times]) => `${name} ${times}`)
    return `${subject}: ${counted.join(', ')}`
  })
  const never = coverage.never().map((what) => `never reached: ${what}`)
  return `${[...lines, ...never].join('\n')}\n`
}

import type { Beat } from './pulse.ts'

/** The longest time without an answer between two times; all in milliseconds. */
export function longestGapMs(answers: readonly number[], fromMs: number, toMs: number): number {
  const answered = answers.filter((ms) => ms >= fromMs && ms <= toMs).toSorted((a, b) => a - b)
  const times = [fromMs, ...answered, toMs]
  return Math.round(Math.max(...times.slice(1).map((ms, index) => ms - (times[index] ?? ms))))
}

/**
 * The commits that show two primaries at once: a machine acknowledged a commit that was sent after another machine had
 * acknowledged one of the same or a later timeline.
 */
export function secondPrimaries(beats: readonly Beat[]): Beat[] {
  return beats.filter((beat) =>
    beats.some(
      (other) =>
        other.machine !== beat.machine &&
        other.timeline >= beat.timeline &&
        other.answeredMs < beat.sentMs,
    ),
  )
}

/** The machines that acknowledged commits, with their timelines, in order. */
export function historyOf(beats: readonly Beat[]): string[] {
  const steps = beats.map(({ machine, timeline }) => `${machine}@${timeline}`)
  return steps.filter((step, index) => step !== steps[index - 1])
}

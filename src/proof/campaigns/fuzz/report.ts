import type { Failure, SequenceResult } from './run-sequence.ts'

export interface FuzzSummary {
  seed: number
  seconds: number
  requestsPerSecond: number
  requests: number
  sequences: number
  hash: string
  accepted: number
  refused: number
  latencyMs: { median: number; p999: number; max: number }
  /** Count by call and status. */
  outcomes: Record<string, number>
  /** Calls that were never accepted: the campaign has not tested them. */
  neverAccepted: string[]
  failures: Failure[]
}

/** Counts the findings of sequences. */
export function createTally() {
  const outcomes = new Map<string, number>()
  const durationsMs: number[] = []
  const failures: Failure[] = []
  let sequences = 0
  let hash = ''
  return {
    failures: () => failures.length,
    add(result: SequenceResult): void {
      sequences += 1
      hash = result.hash
      failures.push(...result.failures)
      durationsMs.push(...result.durationsMs)
      for (const [outcome, count] of result.outcomes)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count)
    },
    summary(calls: readonly string[]): Omit<FuzzSummary, 'seed' | 'seconds' | 'requestsPerSecond'> {
      const sorted = Float64Array.from(durationsMs).toSorted()
      const at = (share: number) =>
        Number(
          (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1),
        )
      const sums = [...outcomes].toSorted(([one], [other]) => (one < other ? -1 : 1))
      const accepted = sums.filter(([outcome]) => / 2\d\d$/.test(outcome))
      const acceptedCount = accepted.reduce((total, [, count]) => total + count, 0)
      return {
        requests: sorted.length,
        sequences,
        hash,
        accepted: acceptedCount,
        refused: sorted.length - acceptedCount,
        latencyMs: { median: at(0.5), p999: at(0.999), max: at(1) },
        outcomes: Object.fromEntries(sums),
        neverAccepted: calls.filter(
          (id) => !accepted.some(([outcome]) => outcome.startsWith(`${id} `)),
        ),
        failures,
      }
    },
  }
}

export function failureText(
  of: string,
  { seed, request, kind, curl, status, answer, faults }: Failure,
): string {
  return [
    `seed ${seed}, request ${request} (${kind}): ${status}`,
    ...faults.map((fault) => `  ${fault}`),
    `  ${curl}`,
    `  ${answer}`,
    `  again: npm run prove -- fuzz --of ${of} --seed ${seed} --requests 1 --trace\n`,
  ].join('\n')
}

export function summaryText(summary: FuzzSummary): string {
  const { seed, seconds, requestsPerSecond, requests, sequences, hash, latencyMs } = summary
  const verdict =
    summary.failures.length === 0
      ? 'every answer as documented'
      : `${summary.failures.length} not as documented`
  const lines = [
    `${requests} requests in ${sequences} sequences from seed ${seed}, ${seconds} s, ${requestsPerSecond} a second${sequences === 1 ? `, hash ${hash}` : ''}: ${verdict}`,
    `${summary.accepted} accepted, ${summary.refused} refused; median ${latencyMs.median} ms, 99.9 % within ${latencyMs.p999} ms, longest ${latencyMs.max} ms`,
  ]
  if (summary.neverAccepted.length > 0)
    lines.push(`never accepted: ${summary.neverAccepted.join(', ')}`)
  return `${lines.join('\n')}\n`
}

import { violationText } from '../frame/verdict-text.ts'
import type { Contrast } from './contrast.ts'
import { FAULTS, type Fault } from './faults.ts'
import { faultsOf, type JudgedRound, type Outcome } from './run-rounds.ts'

interface Times {
  fault: Fault
  rounds: number
  /** Least, median and most, in milliseconds. */
  withoutCommitMs: readonly number[]
  withoutWriteMs: readonly number[]
  listeningMs: readonly number[]
  heardAfterMs: readonly number[]
  wholeMs: readonly number[]
}

/** Times of each fault over its rounds. */
export function timesOf(rounds: readonly JudgedRound[]): Times[] {
  return FAULTS.flatMap((fault) => {
    const own = rounds.filter((round) => round.fault === fault)
    if (own.length === 0) return []
    return {
      fault,
      rounds: own.length,
      withoutCommitMs: spread(own.map(({ withoutCommitMs }) => withoutCommitMs)),
      withoutWriteMs: spread(own.map(({ withoutWriteMs }) => withoutWriteMs)),
      listeningMs: spread(own.map(({ listeningMs }) => listeningMs ?? Infinity)),
      heardAfterMs: spread(
        own.flatMap(({ heard }) => heard.map(({ afterMs }) => afterMs ?? Infinity)),
      ),
      wholeMs: spread(own.map(({ wholeMs }) => wholeMs)),
    }
  })
}

/** Least, median and most. */
function spread(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((a, b) => a - b)
  return [sorted[0] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
}

export function roundText(round: JudgedRound): string {
  const {
    seed,
    fault,
    from,
    to,
    withoutCommitMs,
    withoutWriteMs,
    listeningMs,
    heard,
    wholeMs,
    history,
  } = round
  const broken = faultsOf(round)
  return [
    `seed ${seed}: ${fault}, ${from} to ${to}: ${seconds(withoutCommitMs)} s without a commit,`,
    `${seconds(withoutWriteMs)} s without a write of the product,`,
    `LISTEN connected after ${seconds(listeningMs ?? Infinity)} s, heard after ${heard.map(({ afterMs, delayMs }) => `${seconds(afterMs ?? Infinity)} s (a change took ${delayMs} ms)`).join(' and ')},`,
    `whole ${seconds(wholeMs)} s later; ${history.join(' ')}`,
    broken.length === 0 ? '' : `; ${broken.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function summaryText(
  outcome: Outcome | undefined,
  options: { seed: number; seconds: number; load: object; hosts: boolean; strict: boolean },
): string {
  if (outcome === undefined) return ''
  const { rounds, requests, acknowledged, notifications } = outcome
  const way = options.hosts ? 'several hosts in DATABASE_URL' : 'HAProxy'
  const broken = rounds.flatMap((round) => [
    ...faultsOf(round).map((text) => `  seed ${round.seed}: ${text}`),
    ...round.violations.map(violationText),
  ])
  return [
    `${rounds.length} rounds from seed ${options.seed}, ${Math.round(options.seconds)} s, by ${way}; load ${JSON.stringify(options.load)}`,
    `  ${requests} requests, ${acknowledged} of them acknowledged, ${notifications} notifications`,
    ...timesOf(rounds).flatMap(timesText),
    broken.length === 0 ? '  nothing that was acknowledged is lost' : broken.join('\n'),
    '',
  ].join('\n')
}

function timesText(times: Times): string[] {
  const { fault, rounds, withoutCommitMs, withoutWriteMs, listeningMs, heardAfterMs, wholeMs } =
    times
  return [
    `  ${rounds} × ${fault} (least, median, most): ${three(withoutCommitMs)} s without a commit, ${three(withoutWriteMs)} s without a write of the product,`,
    `    LISTEN connected after ${three(listeningMs)} s, a change heard after ${three(heardAfterMs)} s; whole ${three(wholeMs)} s after the machine was back`,
  ]
}

export function contrastText({ commits, lost, violations }: Contrast, isSeen: boolean): string {
  const seen = isSeen ? '' : ', which is too little: this harness cannot be believed'
  return `with asynchronous replication: of ${commits} acknowledged commits ${lost} lost, ${violations.length} violations${seen}\n`
}

function three(values: readonly number[]): string {
  return values.map(seconds).join(', ')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}

import type { Dice } from '../shared/dice.ts'
import type { Break } from '../matrix/points.ts'
import { createScript } from '../matrix/script.ts'
import type { Fate, Faults, StepKind } from './scheduler.ts'

/** Fault rates of schedules: some have none, so that rare orders of events also occur without faults. */
const WEATHERS = [0, 0.01, 0.05, 0.12]

type Breakage = readonly [weight: number, fate: Fate]

const OF_STATEMENTS: readonly Breakage[] = [
  [3, 'lost before'],
  [3, 'lost after'],
  [3, 'dies before'],
  [3, 'dies after'],
]
const BREAKAGES: Record<StepKind, readonly Breakage[]> = {
  statement: OF_STATEMENTS,
  commit: OF_STATEMENTS,
  begin: [
    [1, 'lost before'],
    [1, 'dies before'],
  ],
  processor: [
    [3, 'lost before'],
    [3, 'lost after'],
    [4, 'late'],
    [2, 'twice'],
    [2, 'dies before'],
    [2, 'dies meanwhile'],
    [2, 'dies after'],
  ],
  receiver: [
    [1, 'lost before'],
    [1, 'lost after'],
    [1, 'dies before'],
    [1, 'dies after'],
  ],
  notification: [
    [1, 'lost before'],
    [1, 'lost after'],
    [1, 'twice'],
  ],
  response: [
    [2, 'lost before'],
    [1, 'dies before'],
  ],
  inside: [],
  timer: [],
}
/** Network steps break more often than local ones. */
const LINES: Partial<Record<StepKind, number>> = {
  commit: 3,
  processor: 5,
  receiver: 4,
  notification: 4,
}
const PAUSE_SHARE = 0.3
/** Receivers pause more often than other peers. */
const RECEIVER_PAUSE_SHARE = 3
const PAUSE_ROUNDS_MAX = 3

/** The random faults of one schedule. */
export function createFaults(dice: Dice): Faults {
  const weather = dice.pick(WEATHERS)
  const isBroken = (kind: StepKind) =>
    BREAKAGES[kind].length > 0 && dice.chance(weather * (LINES[kind] ?? 1))
  return {
    fateOf: (kind) => (isBroken(kind) ? dice.weigh(BREAKAGES[kind]) : 'done'),
    pauseOf(kind) {
      const share = kind === 'receiver' ? RECEIVER_PAUSE_SHARE : PAUSE_SHARE
      return dice.chance(weather * share) ? 1 + dice.below(PAUSE_ROUNDS_MAX) : 0
    },
  }
}

/** Faults that yield to scripted ones until all of those have occurred. */
export function steerFaults(faults: Faults): {
  faults: Faults
  follow: (breaks: readonly Break[]) => void
} {
  let script = createScript([])
  const now = () => (script.isOver() ? faults : script.faults)
  return {
    faults: {
      fateOf: (kind, name, label) => now().fateOf(kind, name, label),
      pauseOf: (kind, name) => now().pauseOf(kind, name),
    },
    follow(breaks) {
      script = createScript(breaks)
    },
  }
}

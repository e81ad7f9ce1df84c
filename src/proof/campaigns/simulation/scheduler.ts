import { AsyncLocalStorage } from 'node:async_hooks'
import type { Dice } from '../shared/dice.ts'
import type { Activity } from './activity.ts'

/** What becomes of a step: it is done, or something breaks before or after it. */
export type Fate =
  | 'done'
  | 'lost before'
  | 'lost after'
  | 'dies before'
  | 'dies after'
  /** What was asked is on its way, and whoever asked is gone. */
  | 'dies meanwhile'
  | 'twice'
  | 'late'

export type StepKind =
  | 'statement'
  | 'begin'
  | 'commit'
  | 'processor'
  | 'receiver'
  | 'notification'
  | 'response'

/** Chooses the fate of each step, and whether it is put off. */
export interface Faults {
  /** `label` names the work that takes the step. */
  fateOf(kind: StepKind, name: string, label: string): Fate
  /** For how many rounds a step waits that holds no lock. */
  pauseOf(kind: StepKind, name: string): number
}

/** A piece of work that runs as if in a process of its own: it can die alone. */
interface Task {
  number: number
  label: string
  isDead: boolean
  transactions: number
  onDeath: Set<() => void>
}

interface Waiting {
  task: Task
  order: number
  kind: StepKind
  name: string
  round: number
  go: (fate: Fate) => void
}

export interface Scheduler {
  /** Begins a piece of work; `undefined` when it died. */
  start<T>(label: string, work: () => Promise<T>): Promise<T | undefined>
  /** Waits for this step's turn, and learns its fate. Never resolves in what has died. */
  turn: (kind: StepKind, name: string) => Promise<Exclude<Fate, 'dies before'>>
  /** The work that asks has a transaction open until the function is called. `onDeath` ends it early. */
  inTransaction: (onDeath: () => void) => () => void
  /** Ends the work that asks, as kill -9 would. Never resolves. */
  die: () => Promise<never>
  /** Gives turns until all work has ended, died, or is put off to a later round. */
  run(): Promise<void>
  nextRound(): void
  /** From now on nothing breaks and nothing is put off. */
  heal(): void
  trace: string[]
  /** What was taken so far, in its order. */
  steps: Step[]
}

/** A step that was taken: by which work, and what became of it. */
export interface Step {
  task: number
  label: string
  kind: StepKind
  name: string
  fate: Fate
}

/**
 * In which order several are woken that wait for one row, PostgreSQL leaves to chance: while one waits, nobody else
 * begins to, if there is anything else to do.
 */
function mayWait({ kind, name, task }: Waiting): boolean {
  if (kind === 'begin') return true
  return kind === 'statement' && (task.transactions === 0 || LOCKING.includes(name))
}

/** Statements with which transactions of the product meet. */
const LOCKING: readonly string[] = [
  'wait for session',
  'lock merchant',
  'claim idempotency key',
  'lock audit head',
]

/** What one piece of work does at once arrives in an order that may be chance: its name goes first. */
function byPlace(one: Waiting, other: Waiting): number {
  if (one.task !== other.task) return one.task.number - other.task.number
  if (one.name !== other.name) return one.name < other.name ? -1 : 1
  return one.order - other.order
}

/** More open transactions than this would wait for a connection. */
const TRANSACTIONS_MAX = 8
const LOCK_POLL_MS = 2
/** Where nobody is seen to hold a lock, PostgreSQL is asked about them only now and then. */
const IDLE_POLLS = 50
const STEPS_MAX = 20_000

/**
 * Lets one step happen at a time, in an order that the dice choose: what several processes do at once is the same in
 * every run of a seed. A step that waits for a lock is left waiting, and others go on.
 */
export function createScheduler({
  dice,
  faults,
  activity,
  lockWaits,
}: {
  dice: Dice
  faults: Faults
  activity: Activity
  /** How many statements wait for a lock of the database now. */
  lockWaits: () => Promise<number>
}): Scheduler {
  const tasks = new AsyncLocalStorage<Task>()
  const waiting: Waiting[] = []
  const trace: string[] = []
  const steps: Step[] = []
  let taskCount = 0
  let arrivals = 0
  let round = 0
  let isHealed = false
  let openTransactions = 0
  /** How many statements are known to wait for a lock. */
  let blocked = 0

  function current(): Task {
    const task = tasks.getStore()
    if (task === undefined) throw new Error('a step was taken outside of any work')
    return task
  }

  function kill(task: Task): void {
    task.isDead = true
    for (const end of task.onDeath) end()
    for (const step of waiting.filter((step) => step.task === task))
      waiting.splice(waiting.indexOf(step), 1)
  }

  /** Only by a transaction that waits for its turn: any other goes on by itself. */
  function isLockHeld(): boolean {
    return waiting.some(({ task }) => task.transactions > 0)
  }

  /** Waits until nothing moves by itself: all that is under way has settled, or waits for a lock. */
  async function quiet(): Promise<void> {
    for (let polls = 1; ; polls++) {
      const before = arrivals
      await new Promise(setImmediate)
      await new Promise(setImmediate)
      const underWay = activity.count()
      if (underWay === blocked) {
        if (arrivals === before) return
        continue
      }
      await activity.change(LOCK_POLL_MS)
      if (activity.count() !== underWay || activity.lockable() !== underWay) continue
      if (!isLockHeld() && polls % IDLE_POLLS !== 0) continue
      if ((await lockWaits()) !== underWay || activity.count() !== underWay) continue
      blocked = underWay
    }
  }

  function choose(): Waiting | undefined {
    const free = waiting
      .filter((step) => step.round <= round || isHealed)
      .filter(({ kind }) => kind !== 'begin' || openTransactions < TRANSACTIONS_MAX)
      .toSorted(byPlace)
    const apart = blocked === 0 ? [] : free.filter((step) => !mayWait(step))
    const eligible = apart.length > 0 ? apart : free
    return eligible.length === 0 ? undefined : dice.pick(eligible)
  }

  async function release(step: Waiting): Promise<void> {
    const { task, kind, name, go } = step
    waiting.splice(waiting.indexOf(step), 1)
    const fate = isHealed ? 'done' : faults.fateOf(kind, name, task.label)
    steps.push({ task: task.number, label: task.label, kind, name, fate })
    trace.push(`${task.number} ${task.label}: ${kind} ${name}${fate === 'done' ? '' : `, ${fate}`}`)
    // Whoever may have let go of a lock may have woken others.
    if (fate !== 'done' || kind !== 'statement' || task.transactions === 0) blocked = 0
    if (fate === 'dies before') kill(task)
    else go(fate)
    await quiet()
  }

  return {
    async start<T>(label: string, work: () => Promise<T>): Promise<T | undefined> {
      taskCount += 1
      const task: Task = {
        number: taskCount,
        label,
        isDead: false,
        transactions: 0,
        onDeath: new Set(),
      }
      const death = new Promise<undefined>((resolve) => task.onDeath.add(() => resolve(undefined)))
      return Promise.race([tasks.run(task, work), death])
    },

    turn(kind, name) {
      const task = current()
      return new Promise((resolve) => {
        if (task.isDead) return
        arrivals += 1
        const holdsLocks = task.transactions > 0
        const pause = isHealed || holdsLocks ? 0 : faults.pauseOf(kind, name)
        waiting.push({
          task,
          order: arrivals,
          kind,
          name,
          round: round + pause,
          go: (fate) => resolve(fate as Exclude<Fate, 'dies before'>),
        })
      })
    },

    inTransaction(onDeath) {
      const task = current()
      task.transactions += 1
      openTransactions += 1
      task.onDeath.add(onDeath)
      return () => {
        task.transactions -= 1
        openTransactions -= 1
        task.onDeath.delete(onDeath)
      }
    },

    die() {
      kill(current())
      return new Promise<never>(() => {})
    },

    async run() {
      await quiet()
      for (let steps = 0; steps < STEPS_MAX; steps++) {
        const step = choose()
        if (step !== undefined) await release(step)
        else if (activity.count() === 0) return
        else {
          // Only locks are waited for: the database ends a deadlock by itself.
          blocked = 0
          await activity.change(LOCK_POLL_MS)
          await quiet()
        }
      }
      throw new Error('the schedule does not come to an end')
    },

    nextRound() {
      round += 1
    },

    heal() {
      isHealed = true
    },

    trace,
    steps,
  }
}

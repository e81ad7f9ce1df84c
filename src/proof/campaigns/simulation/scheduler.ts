import { AsyncLocalStorage } from 'node:async_hooks'
import type { Dice } from '../shared/dice.ts'
import type { Activity } from './activity.ts'

/** The fate of a step: done, or a fault before or after it. */
export type Fate =
  | 'done'
  | 'lost before'
  | 'lost after'
  | 'dies before'
  | 'dies after'
  /** The request is under way, and the process that sent it has crashed. */
  | 'dies meanwhile'
  | 'twice'
  | 'late'
  /** The statement finds no rows, as if another process had changed them since they were read (optimistic locking). */
  | 'stale'

export type StepKind =
  | 'statement'
  | 'begin'
  | 'commit'
  | 'processor'
  | 'receiver'
  | 'notification'
  | 'response'
  /** A step within a processor, where the campaign injects no faults. */
  | 'inside'
  /** A timer of the work ends. It cannot fail, and its length is up to the dice. */
  | 'timer'

/** Chooses the fate of each step, and its pause. */
export interface Faults {
  /** `label` names the work that takes the step. */
  fateOf(kind: StepKind, name: string, label: string): Fate
  /** Rounds that a step waits, if it holds no lock. */
  pauseOf(kind: StepKind, name: string): number
}

/** Work that runs as if in a process of its own: it can crash alone. */
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
  /** The calling work; undefined outside of any. */
  task: () => Pick<Task, 'number' | 'label'> | undefined
  /** Starts work; resolves to undefined when it crashed. */
  start<T>(label: string, work: () => Promise<T>): Promise<T | undefined>
  /** Waits for the step's turn; resolves to its fate, and never for crashed work. */
  turn: (kind: StepKind, name: string) => Promise<Exclude<Fate, 'dies before'>>
  /** Marks a transaction of the calling work as open until the returned function is called. `onDeath` ends it early. */
  inTransaction: (onDeath: () => void) => () => void
  /** Crashes the calling work, like `kill -9`. Never resolves. */
  die: () => Promise<never>
  /** Gives turns until all work has ended, crashed, or waits for a later round. */
  run(): Promise<void>
  nextRound(): void
  /** Ends all faults and pauses. */
  heal(): void
  trace: string[]
  /** Steps taken so far, in order. */
  steps: Step[]
}

/** A step that was taken: by which work, and its fate. */
export interface Step {
  task: number
  label: string
  kind: StepKind
  name: string
  fate: Fate
}

/**
 * PostgreSQL wakes several waiters for one row in an arbitrary order: while one waits, no other begins to wait if any
 * other step can run.
 */
function mayWait({ kind, name, task }: Waiting): boolean {
  if (kind === 'begin') return true
  return kind === 'statement' && (task.transactions === 0 || LOCKING.includes(name))
}

/** Statements that lock rows which other transactions lock, too. */
const LOCKING: readonly string[] = [
  'wait for session',
  'lock merchant',
  'lock webhook endpoint',
  'lock webhook endpoints',
  'claim idempotency key',
  'lock audit head',
]

/** Parallel steps of one piece of work arrive in an arbitrary order: sort them by name. */
function byPlace(one: Waiting, other: Waiting): number {
  if (one.task !== other.task) return one.task.number - other.task.number
  if (one.name !== other.name) return one.name < other.name ? -1 : 1
  return one.order - other.order
}

/** More open transactions would wait for a connection of the pool. */
const TRANSACTIONS_MAX = 8
const LOCK_POLL_MS = 2
/** When no transaction is known to hold a lock, PostgreSQL is polled for lock waits only now and then. */
const IDLE_POLLS = 50
const STEPS_MAX = 20_000

/**
 * A deterministic scheduler: it lets one step happen at a time, in an order drawn from the dice, so that concurrent
 * processes interleave alike in every run of a seed. A step that waits for a lock stays waiting, and others go on.
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
  /** Number of statements that wait for a database lock. */
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
  /** Statements known to wait for a lock. */
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

  /** Whether a transaction that waits for its turn may hold a lock. Any other transaction goes on by itself. */
  function isLockHeld(): boolean {
    return waiting.some(({ task }) => task.transactions > 0)
  }

  /** Waits until every operation under way has settled, or waits for a lock. */
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
    // This step may have released a lock, and so may have woken others.
    if (fate !== 'done' || kind !== 'statement' || task.transactions === 0) blocked = 0
    if (fate === 'dies before') kill(task)
    else go(fate)
    await quiet()
  }

  return {
    task: () => tasks.getStore(),

    async start<T>(label: string, work: () => Promise<T>): Promise<T | undefined> {
      taskCount += 1
      const task: Task = {
        number: taskCount,
        label,
        isDead: false,
        transactions: 0,
        onDeath: new Set(),
      }
      const crash = new Promise<undefined>((resolve) => task.onDeath.add(() => resolve(undefined)))
      return Promise.race([tasks.run(task, work), crash])
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
          // Only lock waits are left: the database ends a deadlock by itself.
          blocked = 0
          await activity.change(LOCK_POLL_MS)
          await quiet()
        }
      }
      throw new Error('the schedule does not end')
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

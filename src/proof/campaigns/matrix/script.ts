import type { Faults, Step } from '../simulation/scheduler.ts'
import type { Break, Point } from './points.ts'

/** Exactly the given faults, in their order. */
export interface Script {
  faults: Faults
  /** Whether all of them have occurred. */
  isOver(): boolean
}

export function createScript(breaks: readonly Break[]): Script {
  const waiting = [...breaks]
  return {
    faults: {
      fateOf(kind, name, label) {
        const next = waiting[0]
        if (next === undefined || !fits(next, { kind, name, label })) return 'done'
        waiting.shift()
        return next.fate
      },
      pauseOf: () => 0,
    },
    isOver: () => waiting.length === 0,
  }
}

function fits(next: Break, { kind, name, label }: Pick<Step, 'kind' | 'name' | 'label'>): boolean {
  return (
    next.kind === kind && next.label === label && (next.name === undefined || next.name === name)
  )
}

/** The points at which a fault occurred, once per piece of work. Leaves out the migration's point, which has no step. */
export function pointsReached(points: readonly Point[], steps: readonly Step[]): string[] {
  const reached: string[] = []
  for (const { name, breaks, operation } of points) {
    const last = breaks.at(-1)
    if (last === undefined || operation === 'migrate') continue
    const ofTasks = Map.groupBy(
      steps.filter((step) => fits(last, step)),
      ({ task }) => task,
    )
    for (const fitting of ofTasks.values()) if (fitting[0]?.fate === last.fate) reached.push(name)
  }
  return reached
}

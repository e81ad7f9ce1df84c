import type { ConcurrencyLimit } from './concurrency-limit.ts'

/** Runs a call of the dashboard; undefined when it is shed, because the process has too much load. */
export type RunIfIdle = <T>(call: () => Promise<T>) => Promise<T | undefined>

/** The dashboard's calls count with those of the API, at the priority that is shed first. */
export function shedFirst(limit: Pick<ConcurrencyLimit, 'hasPermit' | 'run'>): RunIfIdle {
  // `hasPermit` also checks the heap.
  return async (call) => (limit.hasPermit('read') ? limit.run('read', call) : undefined)
}

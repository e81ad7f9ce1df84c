import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'

/** As Node takes it, in MiB. */
const OLD_SPACE_FLAG = /--max[-_]old[-_]space[-_]size[= ](\d+)/g
const YOUNG_SPACES = ['new_space', 'new_large_object_space']

/** Tells, each time when all of the heap was collected, what share of it is still in use. */
export function observeHeap(
  collected: (inUseShare: number) => void,
  { execArgv, env }: Pick<NodeJS.Process, 'execArgv' | 'env'> = process,
): { close(): void } {
  const limitBytes = oldSpaceLimitBytes([env['NODE_OPTIONS'] ?? '', ...execArgv].join(' '))
  const observer = new PerformanceObserver((list) => {
    // As Node has them; browsers' have no details.
    const entries: (PerformanceEntry & { detail?: { kind?: number } })[] = list.getEntries()
    if (entries.some(({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR))
      collected(oldSpaceBytes() / limitBytes)
  })
  observer.observe({ entryTypes: ['gc'] })
  return { close: () => observer.disconnect() }
}

/** What is young has room of its own, and moves to the old when it has to stay. */
function oldSpaceBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name }) => !YOUNG_SPACES.includes(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0)
}

/** V8 tells the limit of old and young together, which is far more than a small heap is given. */
function oldSpaceLimitBytes(flags: string): number {
  const mebibytes = [...flags.matchAll(OLD_SPACE_FLAG)].at(-1)?.[1]
  return mebibytes === undefined
    ? getHeapStatistics().heap_size_limit
    : Number(mebibytes) * 1024 * 1024
}

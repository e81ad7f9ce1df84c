import { totalmem } from 'node:os'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'

/** In MiB. */
const SIZE_FLAG = /--max[-_]old[-_]space[-_]size[= ](\d+)/g
/** A percentage of the memory that the process may use. Node prefers this flag to the one of a size. */
const PERCENTAGE_FLAG = /--max[-_]old[-_]space[-_]size[-_]percentage[= ]([\d.]+)/g
const YOUNG_SPACES = ['new_space', 'new_large_object_space']

/** What the limits of a heap are read from. */
type Limited = Pick<NodeJS.Process, 'execArgv' | 'env' | 'constrainedMemory'>

/** After each major garbage collection reports the old space's share in use, from 0 to 1. */
export function observeHeap(
  collected: (inUseShare: number) => void,
  limited: Limited = process,
): { close(): void } {
  const limitBytes = oldSpaceLimitBytes(limited)
  const observer = new PerformanceObserver((list) => {
    // The type declares the entries of browsers, which lack `detail`.
    const entries: (PerformanceEntry & { detail?: { kind?: number } })[] = list.getEntries()
    if (entries.some(({ detail }) => detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR))
      collected(oldSpaceBytes() / limitBytes)
  })
  observer.observe({ entryTypes: ['gc'] })
  return { close: () => observer.disconnect() }
}

/** Without the young generation, which has its own limit. */
function oldSpaceBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name }) => !YOUNG_SPACES.includes(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0)
}

/**
 * The most that the old space may hold. `heap_size_limit` includes the young generation, which is larger than the old space
 * in a small container, so it is the answer only where no flag limits the old space.
 */
export function oldSpaceLimitBytes({ execArgv, env, constrainedMemory }: Limited): number {
  const flags = [env['NODE_OPTIONS'] ?? '', ...execArgv].join(' ')
  const percentage = [...flags.matchAll(PERCENTAGE_FLAG)].at(-1)?.[1]
  if (percentage !== undefined) {
    // Without a limit of a control group, `constrainedMemory()` is 0 or more than the machine's memory.
    const memory = Math.min(constrainedMemory() || Infinity, totalmem())
    return (memory * Number(percentage)) / 100
  }
  const mebibytes = [...flags.matchAll(SIZE_FLAG)].at(-1)?.[1]
  return mebibytes === undefined
    ? getHeapStatistics().heap_size_limit
    : Number(mebibytes) * 1024 * 1024
}

import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8'

/** In MiB. */
const OLD_SPACE_FLAG = /--max[-_]old[-_]space[-_]size[= ](\d+)/g
const YOUNG_SPACES = ['new_space', 'new_large_object_space']

/** After each major garbage collection reports the old space's share in use, from 0 to 1. */
export function observeHeap(
  collected: (inUseShare: number) => void,
  { execArgv, env }: Pick<NodeJS.Process, 'execArgv' | 'env'> = process,
): { close(): void } {
  const limitBytes = oldSpaceLimitBytes([env['NODE_OPTIONS'] ?? '', ...execArgv].join(' '))
  const observer = new PerformanceObserver((list) => {
    // The type is the browsers', without `detail`.
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

/** `heap_size_limit` includes the young generation, a large part of a small heap. */
function oldSpaceLimitBytes(flags: string): number {
  const mebibytes = [...flags.matchAll(OLD_SPACE_FLAG)].at(-1)?.[1]
  return mebibytes === undefined
    ? getHeapStatistics().heap_size_limit
    : Number(mebibytes) * 1024 * 1024
}

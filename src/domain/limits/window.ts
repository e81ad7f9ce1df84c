const KEYS_MAX = 50_000

export interface WindowOptions {
  windowMs: number
  nowMs: () => number
  /** Bounds memory: the oldest keys are evicted first. */
  keysMax?: number
}

/** A fixed-window counter per key. A window begins with the key's first event. */
export interface FixedWindow {
  /** Counts one event. `count`: its number in the window, from 1; `endsInMs`: milliseconds until the window ends. */
  count(key?: string): { count: number; endsInMs: number }
}

/** When the clock goes back, windows start anew; otherwise callers would wait until it has caught up. */
export function createFixedWindow(options: WindowOptions): FixedWindow {
  const { windowMs, nowMs, keysMax = KEYS_MAX } = options
  /** In the order of their start. */
  const windows = new Map<string, { startedMs: number; count: number }>()

  const isOver = ({ startedMs }: { startedMs: number }, now: number) =>
    startedMs > now || now - startedMs >= windowMs

  function prune(now: number): void {
    for (const [key, window] of windows) {
      if (windows.size <= keysMax && !isOver(window, now)) return
      windows.delete(key)
    }
  }

  function begin(key: string, now: number) {
    const window = { startedMs: now, count: 0 }
    windows.delete(key)
    windows.set(key, window)
    prune(now)
    return window
  }

  return {
    count(key = '') {
      const now = nowMs()
      const known = windows.get(key)
      const window = known === undefined || isOver(known, now) ? begin(key, now) : known
      window.count += 1
      return { count: window.count, endsInMs: windowMs - (now - window.startedMs) }
    },
  }
}

export interface WindowItem<T> {
  atMs: number
  item: T
}

/** A sliding-window log per key. */
export interface SlidingWindow<T> {
  /** Oldest first. */
  of(key: string): readonly WindowItem<T>[]
  add(key: string, item: T): void
  /** Whole seconds until the item leaves the window, rounded up. */
  secondsLeft(item: WindowItem<T>): number
}

/** When the clock goes back, the window is emptied; otherwise callers would wait until it has caught up. */
export function createSlidingWindow<T>(options: WindowOptions): SlidingWindow<T> {
  const { windowMs, nowMs, keysMax = KEYS_MAX } = options
  /** In the order of their last items (LRU). */
  const byKey = new Map<string, WindowItem<T>[]>()

  function of(key: string): WindowItem<T>[] {
    const known = byKey.get(key)
    if (known === undefined) return []
    const now = nowMs()
    const fresh = known.filter(({ atMs }) => atMs > now - windowMs && atMs <= now)
    if (fresh.length === 0) byKey.delete(key)
    else if (fresh.length < known.length) byKey.set(key, fresh)
    return fresh
  }

  return {
    of,
    add(key, item) {
      const items = [...of(key), { atMs: nowMs(), item }]
      byKey.delete(key)
      byKey.set(key, items)
      const [eldest] = byKey.keys()
      if (byKey.size > keysMax && eldest !== undefined) byKey.delete(eldest)
    },
    secondsLeft: ({ atMs }) => Math.ceil((atMs + windowMs - nowMs()) / 1000),
  }
}

const KEYS_MAX = 50_000

export interface WindowOptions {
  windowMs: number
  nowMs: () => number
  /** Bounds the memory: of more keys the oldest are forgotten. */
  keysMax?: number
}

/** A fixed window for each key, which begins with the key's first event. */
export interface FixedWindow {
  /** Counts one event: which it is in its window, from 1, and in how many milliseconds the window ends. */
  count(key?: string): { count: number; endsInMs: number }
}

/** A clock that goes back begins new windows: nobody waits until it has caught up. */
export function createFixedWindow(options: WindowOptions): FixedWindow {
  const { windowMs, nowMs, keysMax = KEYS_MAX } = options
  /** In the order in which they began. */
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

/** The items of each key that are younger than the window. */
export interface SlidingWindow<T> {
  /** Oldest first. */
  of(key: string): readonly WindowItem<T>[]
  add(key: string, item: T): void
  /** In how many whole seconds it is in the window no more. */
  secondsLeft(item: WindowItem<T>): number
}

/** A clock that goes back empties the window: nobody waits until it has caught up. */
export function createSlidingWindow<T>(options: WindowOptions): SlidingWindow<T> {
  const { windowMs, nowMs, keysMax = KEYS_MAX } = options
  /** In the order of their last items. */
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

const KEYS_MAX = 50_000

export interface Happening<T> {
  atMs: number
  what: T
}

/** What happened to each key within the window, in memory. */
export interface Recent<T> {
  /** Oldest first. */
  of(key: string): readonly Happening<T>[]
  add(key: string, what: T): void
}

/** Of too many keys those are forgotten to which nothing happened for longest. */
export function createRecent<T>({
  windowMs,
  clock,
  keysMax = KEYS_MAX,
}: {
  windowMs: number
  clock: () => Date
  keysMax?: number
}): Recent<T> {
  const byKey = new Map<string, Happening<T>[]>()

  function of(key: string): Happening<T>[] {
    const known = byKey.get(key)
    if (known === undefined) return []
    const now = clock().getTime()
    // What has not happened yet was noted before the clock went back: nobody is to wait until it has caught up.
    const fresh = known.filter(({ atMs }) => atMs > now - windowMs && atMs <= now)
    if (fresh.length === 0) byKey.delete(key)
    else if (fresh.length < known.length) byKey.set(key, fresh)
    return fresh
  }

  return {
    of,
    add(key, what) {
      const known = of(key)
      known.push({ atMs: clock().getTime(), what })
      byKey.delete(key)
      byKey.set(key, known)
      const [eldest] = byKey.keys()
      if (byKey.size > keysMax && eldest !== undefined) byKey.delete(eldest)
    },
  }
}

/** Long polls, by the keys that they wait for. */
export interface Waits {
  /** Resolves when one of the keys is woken, on time-out, or on abort. */
  wait: (keys: readonly string[], timeoutMs: number, signal: AbortSignal) => Promise<void>
  wake: (key: string) => void
  wakeAll: () => void
}

export function createWaits(): Waits {
  const waiting = new Map<string, Set<() => void>>()

  function add(key: string, done: () => void): void {
    const others = waiting.get(key) ?? new Set()
    waiting.set(key, others.add(done))
  }

  function remove(key: string, done: () => void): void {
    const others = waiting.get(key)
    others?.delete(done)
    if (others?.size === 0) waiting.delete(key)
  }

  function wake(key: string): void {
    for (const done of waiting.get(key) ?? []) done()
  }

  return {
    wait(keys, timeoutMs, signal) {
      if (signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          for (const key of keys) remove(key, done)
          resolve()
        }
        const timer = setTimeout(done, timeoutMs)
        signal.addEventListener('abort', done)
        for (const key of keys) add(key, done)
      })
    },
    wake,
    wakeAll() {
      for (const key of waiting.keys()) wake(key)
    },
  }
}

/** Operations outside of JavaScript: with none under way, nothing new can begin by itself. */
export interface Activity {
  /** Counts an operation as under way until it settles. */
  track: <T>(operation: Promise<T>) => Promise<T>
  /** The same for an operation that may wait for a database lock. */
  trackLockable<T>(operation: Promise<T>): Promise<T>
  /** Counts until the returned function is called. */
  begin(): () => void
  count(): number
  lockable(): number
  /** Resolves at the next start or end of an operation, or after the timeout. */
  change(timeoutMs: number): Promise<void>
}

export function createActivity(): Activity {
  let underWay = 0
  let lockable = 0
  let wake = () => {}

  function settled(): void {
    underWay -= 1
    wake()
  }

  async function track<T>(operation: Promise<T>): Promise<T> {
    underWay += 1
    try {
      return await operation
    } finally {
      settled()
    }
  }

  return {
    track,
    async trackLockable(operation) {
      lockable += 1
      try {
        return await track(operation)
      } finally {
        lockable -= 1
      }
    },
    begin() {
      underWay += 1
      let isOver = false
      return () => {
        if (!isOver) settled()
        isOver = true
      }
    },
    count: () => underWay,
    lockable: () => lockable,
    change(timeoutMs) {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}

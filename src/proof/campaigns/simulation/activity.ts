/** What is under way outside of JavaScript: nothing new can begin by itself while there is none of it. */
export interface Activity {
  /** Counts an operation as under way until it settles. */
  track: <T>(operation: Promise<T>) => Promise<T>
  /** The same for one that may wait for a lock of the database. */
  trackLockable<T>(operation: Promise<T>): Promise<T>
  /** Counts until the function is called. */
  begin(): () => void
  count(): number
  lockable(): number
  /** Resolves when something has settled or begun, or after the time. */
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

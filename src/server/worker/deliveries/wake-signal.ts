export interface WakeSignal {
  /** Ends the wait; when nobody waits, the next wait ends at once. */
  signal(): void
  wait(timeoutMs: number): Promise<void>
}

/** Lets one loop sleep until somebody rings or the time is over. No signal is lost, many count as one. */
export function createWakeSignal(): WakeSignal {
  let isSignaled = false
  let wake: () => void = () => {}

  return {
    signal() {
      isSignaled = true
      wake()
    },
    async wait(timeoutMs) {
      if (!isSignaled) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isSignaled = false
    },
  }
}

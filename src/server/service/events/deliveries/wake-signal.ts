export interface WakeSignal {
  /** Ends the current wait, or the next one at once. */
  signal(): void
  wait(timeoutMs: number): Promise<void>
}

/**
 * An auto-reset event: lets one loop sleep until a signal or a time-out. No signal is lost; several
 * count as one.
 */
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

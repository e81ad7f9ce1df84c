export interface Alarm {
  /** Ends the wait; when nobody waits, the next wait ends at once. */
  ring(): void
  wait(timeoutMs: number): Promise<void>
}

/** Lets one loop sleep until somebody rings or the time is over. No ring is lost, many count as one. */
export function createAlarm(): Alarm {
  let rung = false
  let wake: () => void = () => {}

  return {
    ring() {
      rung = true
      wake()
    },
    async wait(timeoutMs) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
    },
  }
}

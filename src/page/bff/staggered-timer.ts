/** Calls each function once per interval, staggered so that they do not coincide. */
export interface StaggeredTimer {
  add(call: () => void): void
  remove(call: () => void): void
}

export function createStaggeredTimer(seconds: number): StaggeredTimer {
  const slots = Array.from({ length: seconds }, () => new Set<() => void>())
  const slotOf = new Map<() => void, Set<() => void>>()
  let added = 0
  let current = 0
  let timer: NodeJS.Timeout | undefined

  function next(): void {
    current += 1
    for (const call of slots[current % seconds] ?? []) call()
  }

  return {
    add(call) {
      added += 1
      const slot = slots[added % seconds] ?? new Set()
      slotOf.set(call, slot.add(call))
      timer ??= setInterval(next, 1000)
    },
    remove(call) {
      slotOf.get(call)?.delete(call)
      slotOf.delete(call)
      if (slotOf.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** Calls everybody once in so many seconds, and never all at the same time. */
export interface Turns {
  add(call: () => void): void
  remove(call: () => void): void
}

export function createTurns(seconds: number): Turns {
  const turns = Array.from({ length: seconds }, () => new Set<() => void>())
  const turnOf = new Map<() => void, Set<() => void>>()
  let added = 0
  let current = 0
  let timer: NodeJS.Timeout | undefined

  function next(): void {
    current += 1
    for (const call of turns[current % seconds] ?? []) call()
  }

  return {
    add(call) {
      added += 1
      const turn = turns[added % seconds] ?? new Set()
      turnOf.set(call, turn.add(call))
      timer ??= setInterval(next, 1000)
    },
    remove(call) {
      turnOf.get(call)?.delete(call)
      turnOf.delete(call)
      if (turnOf.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}

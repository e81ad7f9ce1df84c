import { writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'

// Preloaded into a process with --expose-gc: SIGUSR2 fills its heap to FILL_MB, the next one frees it.
const STANDARD_ERROR = 2
const MIB = 1024 * 1024
/** Numbers per array, eight bytes each. */
const PIECE = 1024
const PIECES_PER_MIB = MIB / (PIECE * 8)
let kept: number[][] = []

/** Live bytes after a collection. Called once: V8 aborts a process that collects often with little effect. */
function oldBytes(): number {
  globalThis.gc?.()
  return getHeapSpaceStatistics()
    .filter(({ space_name }) => !space_name.startsWith('new_'))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0)
}

async function fill(): Promise<void> {
  const missing = Number(process.env['FILL_MB']) - oldBytes() / MIB
  for (let filled = 0; filled < missing; filled++) {
    for (let piece = 0; piece < PIECES_PER_MIB; piece++)
      kept.push(Array.from({ length: PIECE }, () => Math.random()))
    await turn()
  }
  writeSync(STANDARD_ERROR, 'filled\n')
}

process.on('SIGUSR2', () => {
  if (kept.length === 0) {
    void fill()
    return
  }
  kept = []
  writeSync(STANDARD_ERROR, 'freed\n')
})

import type { RandomBytes } from './id.ts'

/** A random number in [0, 1), for jitter. */
export function fraction(random: RandomBytes): number {
  const [high = 0, low = 0] = random(2)
  return (high * 256 + low) / 65_536
}

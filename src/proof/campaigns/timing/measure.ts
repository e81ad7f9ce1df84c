import type { Dice } from '../shared/dice.ts'
import { INPUTS, type Pair } from './pairs.ts'
import { greatestT } from './welch.ts'

/** Calls that are not measured, until the code is compiled. */
const WARM_UP = 2000

export interface Measured {
  samples: number
  t: number
  /** Medians of the two classes, in microseconds. */
  microseconds: readonly [number, number]
}

/** Measures inputs of both classes in random order, and compares their times. */
export async function measure(
  pair: Pair,
  samples: number,
  dice: Dice,
  onAsked: (count: number) => void,
): Promise<Measured> {
  const times = [new Float64Array(samples), new Float64Array(samples)] as const
  const counts: [number, number] = [0, 0]
  for (let count = -WARM_UP; count < samples; count++) {
    const which = dice.below(2) === 0 ? 0 : 1
    const index = dice.below(INPUTS)
    const began = process.hrtime.bigint()
    await pair.ask(which, index)
    const took = Number(process.hrtime.bigint() - began)
    if (count < 0) continue
    times[which][counts[which]] = took
    counts[which] += 1
    onAsked(1)
  }
  const [one, other] = [times[0].subarray(0, counts[0]), times[1].subarray(0, counts[1])]
  return { samples, t: greatestT(one, other), microseconds: [medianOf(one), medianOf(other)] }
}

function medianOf(times: Float64Array): number {
  return (times.toSorted()[Math.floor(times.length / 2)] ?? Number.NaN) / 1000
}

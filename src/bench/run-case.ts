import type { Case } from './cases.ts'
import { measure } from './load.ts'
import { median, spread, type Spread } from './statistics.ts'

export interface CaseResult {
  name: string
  title: string
  /** Median requests per second of the bare server, and of the API. */
  bare: number
  api: number
  /** Of these two medians. */
  ratio: number
  /** Of each round's own two figures. */
  ratioOfRounds: Spread
  target: number
  ambition: number
  met: boolean
}

const WARM_UP_MS = 1200

interface Servers {
  bare: { origin: string }
  api: { origin: string }
}

/** Measures both servers in turn, so that whatever else the machine does meets both alike. */
export async function runCase(
  bench: Case,
  { bare, api }: Servers,
  { rounds, roundMs }: { rounds: number; roundMs: number },
): Promise<CaseResult> {
  const rate = (origin: string, durationMs: number) => measure({ ...bench, origin, durationMs })
  await rate(bare.origin, WARM_UP_MS)
  await rate(api.origin, WARM_UP_MS)
  const measured: { bare: number; api: number }[] = []
  while (measured.length < rounds)
    measured.push({ bare: await rate(bare.origin, roundMs), api: await rate(api.origin, roundMs) })

  const medians = {
    bare: median(measured.map((round) => round.bare)),
    api: median(measured.map((round) => round.api)),
  }
  const ratio = medians.api / medians.bare
  const { name, title, target, ambition } = bench
  return {
    name,
    title,
    ...medians,
    ratio,
    ratioOfRounds: spread(measured.map((round) => round.api / round.bare)),
    target,
    ambition,
    met: ratio >= target,
  }
}

import type { Case } from './cases.ts'
import { applyLoad } from './load.ts'
import type { CaseName } from './case-names.ts'
import type { ServerProcess } from './stage/server-process.ts'
import { median, spread, type Spread } from './statistics.ts'

export interface CaseResult {
  name: CaseName
  title: string
  /** Medians over the rounds. */
  bare: Rate
  api: Rate
  /** Ratio of the two medians of requests per second. */
  ratio: number
  /** Ratios of the single rounds. */
  ratioOfRounds: Spread
  target: number
  least: number
  met: boolean
}

export interface Rate {
  requestsPerSecond: number
  /** CPU time of the server's process per request. */
  cpuMicroseconds: number
}

interface Round {
  bare: Rate
  api: Rate
}

export const WARM_UP_MS = 2000

/** Measures both servers alternately, so that other load on the machine affects both alike. */
export async function runCase(
  bench: Case,
  servers: { bare: ServerProcess; api: ServerProcess },
  { rounds, roundMs }: { rounds: number; roundMs: number },
): Promise<CaseResult> {
  const round = async (durationMs: number): Promise<Round> => ({
    bare: await measure(bench, servers.bare, durationMs),
    api: await measure(bench, servers.api, durationMs),
  })
  await round(WARM_UP_MS)
  const measured: Round[] = []
  while (measured.length < rounds) measured.push(await round(roundMs))

  const bare = medianRate(measured.map((round) => round.bare))
  const api = medianRate(measured.map((round) => round.api))
  const ratio = api.requestsPerSecond / bare.requestsPerSecond
  const { name, title, target, least } = bench
  return {
    name,
    title,
    bare,
    api,
    ratio,
    ratioOfRounds: spread(
      measured.map(({ bare, api }) => api.requestsPerSecond / bare.requestsPerSecond),
    ),
    target,
    least,
    met: ratio >= least,
  }
}

async function measure(bench: Case, server: ServerProcess, durationMs: number): Promise<Rate> {
  const cpuMsBefore = await server.cpuMs()
  const { answers, seconds } = await applyLoad({ ...bench, origin: server.origin, durationMs })
  const cpuMs = (await server.cpuMs()) - cpuMsBefore
  return { requestsPerSecond: answers / seconds, cpuMicroseconds: (cpuMs * 1000) / answers }
}

function medianRate(rates: readonly Rate[]): Rate {
  return {
    requestsPerSecond: median(rates.map((rate) => rate.requestsPerSecond)),
    cpuMicroseconds: median(rates.map((rate) => rate.cpuMicroseconds)),
  }
}

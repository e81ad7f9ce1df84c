import { openSides, takeTurns } from './against/take-turns.ts'
import type { Comparison } from './against/comparison.ts'
import type { CaseName } from './case-names.ts'
import { benchCases } from './cases.ts'
import { onStage } from './command/on-stage.ts'
import { applyLoad } from './load.ts'
import { openApiStage } from './open-stage.ts'
import { WARM_UP_MS } from './run-case.ts'
import { METERED, startMeter } from './stage/meter.ts'

interface AgainstOptions {
  only: readonly CaseName[]
  rounds: number
  roundMs: number
  profile?: string | undefined
  traces?: string | undefined
}

/** Compares the API of this tree with that of another: each case of both in turn. */
export async function benchAgainst(
  against: string,
  { only, rounds, roundMs, ...options }: AgainstOptions,
): Promise<Comparison[]> {
  const open = (opening: AsyncDisposableStack) =>
    openSides(against, async (tree) => {
      const stage = await openApiStage(opening, tree, { ...options, settings: METERED })
      const measure = await startMeter(stage.shop, async () => (await stage.api.cpuMs()) * 1000)
      return { origin: stage.api.origin, cases: benchCases(stage), measure }
    })
  return await onStage(open, async (sides) => {
    const comparisons: Comparison[] = []
    for (const [index, { name, title }] of sides.ours.cases.entries()) {
      if (only.length > 0 && !only.includes(name)) continue
      const load = async (side: typeof sides.ours, durationMs: number) => {
        const bench = side.cases[index]
        if (bench === undefined) throw new Error(`no case ${name}`)
        const { answers } = await applyLoad({ ...bench, origin: side.origin, durationMs })
        return answers
      }
      await load(sides.theirs, WARM_UP_MS)
      await load(sides.ours, WARM_UP_MS)
      const measure = (side: typeof sides.ours) => side.measure(() => load(side, roundMs))
      comparisons.push(await takeTurns(title, sides, { rounds, measure }))
    }
    return comparisons
  })
}

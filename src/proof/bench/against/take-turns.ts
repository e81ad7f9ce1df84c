import type { Tree } from '../stage/tree.ts'
import { openOwnTree, openTree } from '../stage/tree.ts'
import type { CallCosts } from '../stage/meter.ts'
import { compare, type Comparison, type Pair } from './comparison.ts'

/** The same in this tree and in the other. */
export interface Sides<Stage> {
  ours: Stage
  theirs: Stage
}

/** Opens the same stage in both trees. */
export async function openSides<Stage>(
  against: string,
  open: (tree: Tree) => Promise<Stage>,
): Promise<Sides<Stage>> {
  const [own, other] = [await openOwnTree(), await openTree(against)]
  // The other first: a folder that does not fit is refused before anything of ours has started.
  const theirs = await open(other)
  return { ours: await open(own), theirs }
}

/** Measures both sides in turn, so that other load on the machine affects both alike. */
export async function takeTurns<Stage>(
  title: string,
  { ours, theirs }: Sides<Stage>,
  { rounds, measure }: { rounds: number; measure: (stage: Stage) => Promise<CallCosts> },
): Promise<Comparison> {
  process.stderr.write(`comparing ${title}\n`)
  const pairs: Pair[] = []
  while (pairs.length < rounds) {
    // The order alternates, so that what one round leaves behind slows both alike.
    if (pairs.length % 2 === 0)
      pairs.push({ ours: await measure(ours), theirs: await measure(theirs) })
    else {
      const first = await measure(theirs)
      pairs.push({ ours: await measure(ours), theirs: first })
    }
  }
  return compare(title, pairs)
}

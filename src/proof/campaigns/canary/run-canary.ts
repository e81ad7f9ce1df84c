import { createDice } from '../shared/dice.ts'
import { collect } from './collect.ts'
import { live } from './life.ts'
import { TRACER } from './merchants.ts'
import { plantLeaks } from './plants.ts'
import { makeReport, type CanaryReport } from './report.ts'
import { searchAll } from './search-all.ts'
import { openCanaryStage } from './stage.ts'

export interface CanaryOptions {
  seed: number
  cards: number
  /** Includes the browser and every command. */
  whole: boolean
}

/** Runs a life of the product, searches every sink, then plants leaks to test the search. */
export async function runCanary(
  { seed, cards, whole }: CanaryOptions,
  log: (text: string) => void,
): Promise<CanaryReport> {
  const startedMs = performance.now()
  const stage = await openCanaryStage()
  try {
    const { book } = stage
    book.add('the tracer', 'tracer', TRACER)
    await live(stage, { cards, whole, dice: createDice(seed), log })
    log(`looking for ${book.all.length} secrets`)
    const searched = await searchAll(collect(stage), book)
    log('planting leaks')
    const planted = plantLeaks(searched.samples)
    const seconds = (performance.now() - startedMs) / 1000
    return makeReport({ seed, whole, seconds }, { book, searched, planted })
  } finally {
    await stage.close()
  }
}

import { describe, expect, it } from 'vitest'
import { variantBy } from '#sandbox/fakes/adyen/variant.ts'
import { AFTER_SUCCESS } from '#server/processors/conformance/checks/after-success.ts'
import { runConformance } from '#server/processors/conformance/run-conformance.ts'
import { openAdyenDriver } from '../testing/conformance/adyen-driver.ts'

/** Time for all checks, of which some wait for time limits, while the machine does other work. */
const TIMEOUT_MS = 120_000

/** What no document settles, in three choices that have each possibility once at least. What is in another currency is not booked. */
const VARIANTS = ['first', 'second', 'last'].map((name, index) => ({
  name,
  variant: {
    ...variantBy((count) => Math.min(index, count - 1)),
    chargebackCurrency: 'own' as const,
  },
}))

const ASKS_NOBODY =
  'not judged: the module sends nothing by `context.fetch`, so the kit cannot lose its answers'
const NO_LIST = 'the module has no `listMovements`'

describe('the adapter of Adyen at the fake', { timeout: TIMEOUT_MS }, () => {
  it.each(VARIANTS)(
    'R-102: passes the conformance kit with the $name of what is not settled',
    async ({ variant }) => {
      const faults: string[] = []
      const driver = openAdyenDriver(variant, faults)
      const { createProcessor } = driver
      const results = await runConformance({ createProcessor, driver })
      const named = (status: string) =>
        results.filter((one) => one.status === status).map(({ id, found }) => [id, found])
      expect(named('failed')).toEqual([])
      expect(faults).toEqual([])
      expect(named('skipped')).toEqual([
        ['inquire.unknown_fields', ASKS_NOBODY],
        ['inquire.unknown_values', ASKS_NOBODY],
        ['movements.once', NO_LIST],
        ['movements.again', NO_LIST],
        ['movements.since', NO_LIST],
        ['movements.lost', NO_LIST],
        ['reversal.movement', NO_LIST],
        ['inquire.lost', ASKS_NOBODY],
        ['refund.inquire_lost', ASKS_NOBODY],
      ])
    },
  )

  it('books no chargeback in another currency, of which only a report says what it was worth', async () => {
    const driver = openAdyenDriver({ chargebackCurrency: 'EUR' })
    const { createProcessor } = driver
    const results = await runConformance({ createProcessor, driver, checks: AFTER_SUCCESS })
    const failed = results.filter(({ status }) => status === 'failed').map(({ id }) => id)
    expect(failed).toEqual(['reversal.reinstated'])
  })
})

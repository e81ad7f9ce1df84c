import { expect, it } from 'vitest'
import { GUARDS } from './guards.ts'
import { copySources } from './try-guard.ts'

/** Its test is pure, and the quickest of them. */
const QUICKEST = 'signature-age'

it(
  'R-43: a copy of the sources compiles, passes its tests, and fails one without a guard',
  { timeout: 300_000 },
  async () => {
    const guard = GUARDS.find(({ marker }) => marker === QUICKEST)
    if (guard === undefined) throw new Error(`no guard ${QUICKEST}`)
    const copy = await copySources()
    try {
      await copy.checkAll([guard])
      expect(await copy.isDetectedWithout(guard)).toBe(true)
    } finally {
      await copy.close()
    }
  },
)

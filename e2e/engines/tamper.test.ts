import { expect, it } from 'vitest'
import { readBuild, tryAlteration } from '#proof/campaigns/tamper/try-alteration.ts'
import { RAN, STEALING_FORM, type Visit } from '#proof/campaigns/tamper/visit.ts'
import { seedOf, TAMPER_SLICE } from '../tamper-slice.ts'
import { describeEngines } from './describe-engines.ts'
import type { Shopper } from './shopper.ts'

describeEngines(
  'tampering',
  (visit) => {
    it.each(TAMPER_SLICE)(
      'S-45 S-46: %s does not run, sends nothing, and is counted',
      async (kind) => {
        const { shopper } = visit
        const build = await readBuild()
        const { faults, reports } = await tryAlteration(
          async () => visitBy(shopper),
          build,
          seedOf(kind),
        )
        expect({ kind, faults }).toEqual({ kind, faults: [] })
        expect(reports).not.toEqual([])
      },
    )
  },
  { isTroubled: true },
)

function visitBy(shopper: Shopper): Visit {
  const { page } = shopper
  return {
    async open(url) {
      await page.goTo(url)
      await shopper.until(`location.href !== 'about:blank' && document.readyState === 'complete'`)
    },
    async submit() {
      // Firefox throws on a blocked injection.
      await page.evaluate(
        `(() => { try { document.querySelector('${STEALING_FORM}').submit() } catch {} })()`,
      )
    },
    url: async () => String(await page.evaluate('location.href')),
    async findFaults() {
      const frame = await shopper.cardFields()
      const places = { 'the page': page, "the card's frame": frame }
      const ran = Object.entries(places).map(async ([name, where]) =>
        (await where.evaluate(RAN)) === true ? [`it ran in ${name}`] : [],
      )
      return (await Promise.all(ran)).flat()
    },
    async close() {},
  }
}

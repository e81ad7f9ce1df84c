import { expect, it } from 'vitest'
import { HOSTILE_TEXTS, hostilePage, textAsWritten } from '../hostile-texts.ts'
import { describeEngines } from './describe-engines.ts'

describeEngines('hostile texts', (visit) => {
  it('S-43: of a merchant and of an address are shown and never run', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await hostilePage(merchant))
    await shopper.until(`document.body.innerText.includes('Pay ')`)
    await shopper.cardField('Card number')
    const shown = String(await shopper.page.evaluate('document.body.innerHTML'))
    for (const text of HOSTILE_TEXTS) expect(shown).toContain(textAsWritten(text))
    await shopper.page.evaluate(`void (location.hash = ${JSON.stringify(HOSTILE_TEXTS[1])})`)
    await shopper.page.press('Tab')
    expect(await shopper.page.evaluate(`'__x' in window`)).toBe(false)
  })
})

import { it } from 'vitest'
import { describeEngines } from './describe-engines.ts'

const MARKS = `[...document.querySelectorAll('.methods img, .method-choice img')]`

describeEngines('marks', (visit) => {
  it('of cards and Pix are drawn, and fade but for the brand that is typed', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    const number = await shopper.cardField('Card number')
    await shopper.until(`(${MARKS}).length === 7`)
    await shopper.until(
      `(${MARKS}).every(({ complete, naturalWidth }) => complete && naturalWidth > 0)`,
    )

    await number.type('5555 55')
    await shopper.until(`(([mark, ...others]) =>
      others.length === 0 && mark.src.endsWith('#mastercard')
    )([...document.querySelectorAll('.mark:not(.faded)')])`)
  })
})

import { expect, it } from 'vitest'
import { API_URL } from '../product.ts'
import { describeEngines } from './describe-engines.ts'

describeEngines('guard', (visit) => {
  it('blocks other origins, and every error is collected', async () => {
    const { shopper } = visit
    await shopper.opens('/c/nobodyknowsthisreference000000000')
    await shopper.sees('heading', 'We can’t find this payment')
    await shopper.page.evaluate(`void (new Image().src = '${API_URL}/picture.png')`)
    await shopper.page.evaluate(`void setTimeout(() => { throw new Error('a surprise') })`)
    await expect
      .poll(async () => {
        await shopper.sees('heading', 'We can’t find this payment')
        return (await shopper.page.troubles()).join('\n')
      })
      .toMatch(/Content-Security-Policy.*img-src[^]*a surprise/)
    ;(await shopper.page.troubles()).length = 0
  })
})

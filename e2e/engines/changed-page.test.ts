import { expect, it } from 'vitest'
import { CARDS } from '#client/testing/cards.ts'
import { keepChanging } from '../keep-changing.ts'
import { describeEngines, type Visit } from './describe-engines.ts'
import type { Shopper } from './shopper.ts'

const PLANS = { max: 12, interestFree: 3, monthlyInterestBasisPoints: 199 }
const WAITS = { customer: { email: 'fill_never@example.com' } }
const TOTAL = `document.querySelector('.total')?.innerText.trim()`
/** The number of texts that the browser translated, which shows that the page was changed. */
const TRANSLATED = `document.querySelectorAll('font').length`

const changed = (visit: Visit) => {
  const opens = async (shopper: Shopper, more: object) => {
    const session = await visit.merchant.createSession(more)
    await shopper.opens(session)
    await shopper.page.evaluate(`(${String(keepChanging)})()`)
    await shopper.until(`${TRANSLATED} > 10`)
    return async () => (await visit.merchant.client.sessions.payments(session.id)).data[0]
  }

  it('charges the instalments that it shows, by card', async () => {
    const { shopper } = visit
    const payment = await opens(shopper, { installments: PLANS })
    await shopper.fillsCard(CARDS.success)
    await shopper.page.evaluate(`document.querySelector('#installments').click()`)
    await (await shopper.sees('radio', '12 × R$24.57 R$294.84 with interest')).click()
    await shopper.until(`${TOTAL} === 'R$294.84'`)
    await shopper.presses('Pay R$294.84')
    await shopper.sees('heading', 'Payment received')
    await shopper.until(`${TOTAL} === 'R$294.84'`)
    expect(await payment()).toMatchObject({ installments: 12, amount: 29_484 })
  })

  it('takes another card after a decline', async () => {
    const { shopper } = visit
    const payment = await opens(shopper, {})
    await shopper.paysByCard(CARDS.declined)
    await shopper.reads('You haven’t been charged.')
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
    expect(await payment()).toMatchObject({ amount: 25_990 })
  })

  it('charges the Pix that it shows, then the boleto', async () => {
    const { shopper } = visit
    const payment = await opens(shopper, {
      ...WAITS,
      paymentMethodDiscounts: { pix: { basisPoints: 1000 } },
    })
    await shopper.chooses('Pix')
    await shopper.until(`${TOTAL} === 'R$233.91'`)
    await shopper.presses('Get Pix code')
    await shopper.sees('heading', 'Pay with Pix')
    await shopper.presses('Copy Pix code')
    await shopper.sees('button', 'Copied')
    expect(await payment()).toMatchObject({ method: 'pix', amount: 23_391 })

    await shopper.presses('Pay another way')
    await shopper.paysByBoleto()
    await shopper.sees('heading', 'Your boleto is ready')
    expect(await payment()).toMatchObject({ method: 'boleto', amount: 25_990 })
  })
}

// React writes of a document that others changed before it came.
describeEngines('R-68: a translated page with foreign elements', changed, { isTroubled: true })

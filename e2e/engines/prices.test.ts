import { it } from 'vitest'
import type { CreateSessionInput } from '#contract/session.ts'
import { CARDS } from '#client/testing/cards.ts'
import { describeEngines } from './describe-engines.ts'
import type { Shopper } from './shopper.ts'

const PLANS = { max: 12, interestFree: 3, monthlyInterestBasisPoints: 199 }
const PIX_5: Pick<CreateSessionInput, 'paymentMethods' | 'paymentMethodDiscounts'> = {
  paymentMethods: ['card', 'pix', 'boleto'],
  paymentMethodDiscounts: { pix: { basisPoints: 500 } },
}
const NEVER_PAID = { customer: { email: 'fill_never@example.com' } }

const totalIs = (shopper: Shopper, total: string) =>
  shopper.until(`document.querySelector('.total').innerText === '${total}'`)

describeEngines('prices', (visit) => {
  it('a discount of a payment method is shown, charged, and on the receipt', async () => {
    const { merchant, shopper } = visit
    const session = await merchant.createSession({ ...PIX_5, ...NEVER_PAID })
    await shopper.opens(session)
    await totalIs(shopper, 'R$259.90')
    await shopper.reads('5% off')
    await shopper.chooses('Pix')
    await totalIs(shopper, 'R$246.90')
    await shopper.until(`document.title.includes('R$246.90')`)
    await shopper.chooses('Card')
    await totalIs(shopper, 'R$259.90')

    await shopper.chooses('Pix')
    await shopper.presses('Get Pix code')
    await shopper.sees('heading', 'Pay with Pix')
    await totalIs(shopper, 'R$246.90')
    await merchant.client.sandbox.simulate(session.id, { outcome: 'pix_paid' })
    await shopper.sees('heading', 'Payment received')
    await shopper.reads('Discount')
    await shopper.reads('−R$13.00')
  })

  it('a plan of installments is chosen by keyboard, charged, and on the receipt', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession({ installments: PLANS }))
    await shopper.sees('button', 'Pay R$259.90')
    await shopper.page.evaluate(`document.querySelector('#installments').focus()`)
    await shopper.page.press('Enter')
    await shopper.until(`document.activeElement.value === '1'`)
    // In WebKit, arrow keys do not wrap around from the last plan to the first.
    for (let plan = 1; plan < PLANS.max; plan++) await shopper.page.press('ArrowDown')
    await totalIs(shopper, 'R$294.84')
    await shopper.page.press('Enter')
    await shopper.until(`document.activeElement.id === 'installments'`)
    await shopper.until(`!document.querySelector('.plans').open`)

    await shopper.fillsCard(CARDS.success)
    await shopper.presses('Pay R$294.84')
    await shopper.sees('heading', 'Payment received')
    await shopper.reads('12 installments, 1.99% a month')
  })

  it('a plan of installments is chosen by a click, which folds the list', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession({ installments: PLANS }))
    await shopper.sees('button', 'Pay R$259.90')
    await shopper.page.evaluate(`document.querySelector('#installments').click()`)
    await (await shopper.sees('radio', '12 × R$24.57 R$294.84 with interest')).click()
    await totalIs(shopper, 'R$294.84')
    await shopper.until(`!document.querySelector('.plans').open`)
  })
})

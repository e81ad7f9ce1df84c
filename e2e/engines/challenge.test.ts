import { expect, it } from 'vitest'
import type { Session } from '#contract/session.ts'
import { CARDS } from '#client/testing/cards.ts'
import { describeEngines } from './describe-engines.ts'
import type { Shopper } from './shopper.ts'

/** These engines have no credentialless frames, so the bank's page replaces the checkout page. */
async function goesToBank(shopper: Shopper, session: Session): Promise<void> {
  await shopper.opens(session)
  expect(await shopper.page.evaluate(`'credentialless' in HTMLIFrameElement.prototype`)).toBe(false)
  await shopper.paysByCard(CARDS.challenge)
  await shopper.sees('button', 'Complete authentication')
}

describeEngines('challenge', (visit) => {
  it('completed at the bank, the payment succeeds', async () => {
    const { merchant, shopper } = visit
    await goesToBank(shopper, await merchant.createSession())
    await shopper.presses('Complete authentication')
    await shopper.sees('heading', 'Payment received')
    expect(await shopper.page.evaluate('location.search')).toBe('')
  })

  it('failed at the bank, the page says so, and another card pays', async () => {
    const { merchant, shopper } = visit
    await goesToBank(shopper, await merchant.createSession())
    await shopper.presses('Fail authentication')
    await shopper.reads('Your bank couldn’t confirm it’s you')
    await shopper.reads('Enter your card details again.')
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
  })

  it('canceled at the bank, another method is offered', async () => {
    const { merchant, shopper } = visit
    await goesToBank(shopper, await merchant.createSession())
    await shopper.presses('Cancel')
    await shopper.reads('You haven’t been charged.')
    await shopper.chooses('Pix')
    await shopper.sees('button', 'Get Pix code')
  })

  it('left by going back, it is continued by a link, or replaced by another card', async () => {
    const { merchant, shopper } = visit
    await goesToBank(shopper, await merchant.createSession())
    await shopper.page.evaluate('history.back()')
    await (await shopper.sees('link', 'Continue to your bank')).click()
    await shopper.sees('button', 'Complete authentication')
    await shopper.page.evaluate('history.back()')
    await shopper.presses('Pay another way')
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
  })
})

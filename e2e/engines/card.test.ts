import { expect, it } from 'vitest'
import { verifyReturn } from '../../src/client/index.ts'
import { CARDS } from '../../src/client/testing/cards.ts'
import { describeEngines } from './describe-engines.ts'

describeEngines('card', (visit) => {
  it('pays, survives a reload, and redirects to the merchant with a signature', async () => {
    const { merchant, shopper } = visit
    const session = await merchant.createSession()
    await shopper.opens(session)
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
    await shopper.reads('Visa ending in 4242')

    await shopper.page.reload()
    await shopper.reads('Visa ending in 4242')

    await (await shopper.sees('link', 'Back to Norte Livros')).click()
    await shopper.until(`location.origin === '${merchant.inbox.origin}'`)
    const arrival = String(await shopper.page.evaluate('location.href'))
    expect(await verifyReturn(arrival, merchant.webhookSecret)).toMatchObject({
      sessionId: session.id,
      status: 'complete',
    })
  })

  it('is declined, which survives a reload, and another card pays', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    await shopper.paysByCard(CARDS.declined)
    await shopper.reads('No money has been taken.')

    await shopper.page.reload()
    await shopper.reads('No money has been taken.')
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
  })

  it('is grouped as printed, and keeps all but the security code after a decline', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    await shopper.paysByCard('4000000000009995')
    await shopper.reads('Your bank declined this card')

    expect(await shopper.card()).toEqual(['4000 0000 0000 9995', '12 / 34', '', 'ANA SOUZA'])
    await (await shopper.cardField('Card number')).type(CARDS.success)
    await (await shopper.cardField('Security code')).type('123')
    await shopper.presses('Pay R$259.90')
    await shopper.sees('heading', 'Payment received')
  })

  it('pays by Enter in a field', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    await shopper.fillsCard(CARDS.success)
    await shopper.page.press('Enter')
    await shopper.sees('heading', 'Payment received')
  })

  it('keeps its input on the way back from a Pix', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(
      await merchant.createSession({ customer: { email: 'fill_never@example.com' } }),
    )
    await shopper.fillsCard(CARDS.success)
    await shopper.chooses('Pix')
    await shopper.presses('Pay R$259.90')
    await shopper.sees('heading', 'Pay with Pix')
    await shopper.presses('Pay another way')
    await shopper.chooses('Card')
    expect(await shopper.card()).toEqual(['4242 4242 4242 4242', '12 / 34', '123', 'ANA SOUZA'])
    await shopper.presses('Pay R$259.90')
    await shopper.sees('heading', 'Payment received')
  })

  it('with a challenge goes to the bank and back', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    await shopper.paysByCard(CARDS.challenge)
    await shopper.presses('Complete authentication')
    await shopper.sees('heading', 'Payment received')
    expect(await shopper.page.evaluate('location.search')).toBe('')
  })

  it('with a challenge can be abandoned by going back', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    await shopper.paysByCard(CARDS.challenge)
    await shopper.sees('button', 'Complete authentication')
    await shopper.page.evaluate('history.back()')
    await shopper.presses('Pay another way')
    await shopper.paysByCard(CARDS.success)
    await shopper.sees('heading', 'Payment received')
  })
})

import { expect, it } from 'vitest'
import { CARDS } from '../../src/client/testing/cards.ts'
import { checkoutCommand } from '../checkout-command.ts'
import { describeEngines } from './describe-engines.ts'

describeEngines('page', (visit) => {
  it('shows paid by server-sent events when another window pays', async () => {
    const { merchant, shopper } = visit
    const session = await merchant.createSession()
    await shopper.opens(session)
    await shopper.sees('button', 'Pay R$259.90')

    const other = await visit.another()
    await other.opens(session)
    await other.paysByCard(CARDS.success)
    await other.sees('heading', 'Payment received')
    await shopper.sees('heading', 'Payment received')

    const asked = `performance.getEntriesByType('resource')
      .filter(({ initiatorType, name }) => initiatorType === 'fetch' && !name.endsWith('/events'))
      .map(({ name }) => name)`
    expect(await shopper.page.evaluate(asked)).toEqual([])
  })

  it('marks invalid fields, and focuses the first', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    await shopper.presses('Pay R$259.90')
    await shopper.reads('4 fields need another look')
    expect(await shopper.focused()).toContain('Card number')
  })

  it('has the tab order of its fields', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession({ locale: 'en' }))
    await shopper.cardField('Card number')
    expect(await shopper.walksFromCard(5)).toEqual([
      expect.stringContaining('Card number'),
      expect.stringContaining('Expiry date'),
      expect.stringContaining('Security code'),
      expect.stringContaining('Name on card'),
      expect.stringContaining('Email'),
    ])
  })

  it('has autofill attributes of a card', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession())
    await shopper.cardField('Card number')
    const fields = await shopper.cardFields()
    const tokens = `[...document.querySelectorAll('[autocomplete^=cc-]')].map((field) => field.getAttribute('autocomplete'))`
    expect(await fields.evaluate(tokens)).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name'])
  })

  it('is right-to-left in Arabic', async () => {
    const { merchant, shopper } = visit
    const session = await merchant.createSession()
    await shopper.opens({ url: `${session.url}?locale=ar` })
    await shopper.until(`getComputedStyle(document.querySelector('h1, h2')).direction === 'rtl'`)
    const leftOf = (selector: string) =>
      `document.querySelector('${selector}').getBoundingClientRect().left`
    await shopper.page.resize(1280, 900)
    await shopper.until(`${leftOf('.summary')} > ${leftOf('.methods')}`)
  })

  it("has the merchant's color", async () => {
    const { merchant, shopper } = visit
    await checkoutCommand('merchants', 'set', { 'brand-color': '#0a7d55' }, merchant.id)
    await shopper.opens(await merchant.createSession())
    await shopper.sees('button', 'Pay R$259.90')
    await shopper.until(
      `getComputedStyle(document.querySelector('button.primary')).backgroundColor === 'rgb(10, 125, 85)'`,
    )
  })

  it('ends when the merchant cancels the session', async () => {
    const { merchant, shopper } = visit
    const session = await merchant.createSession()
    await shopper.opens(session)
    await shopper.sees('button', 'Pay R$259.90')
    await merchant.client.sessions.cancel(session.id)
    await shopper.sees('heading', 'This payment was canceled')
  })

  it('shows that the session has expired, with a link back', { timeout: 100_000 }, async () => {
    const { merchant, shopper } = visit
    const session = await merchant.createSession({ expiresInSeconds: 60 })
    await shopper.opens(session)
    await expect
      .poll(async () => (await merchant.client.sessions.get(session.id)).status, {
        timeout: 80_000,
      })
      .toBe('expired')
    await shopper.sees('heading', 'The time to pay is over')
    await shopper.sees('link', 'Back to Norte Livros')
  })

  it('shows that an address is unknown', async () => {
    const { shopper } = visit
    await shopper.opens('/c/nobodyknowsthisreference000000000')
    await shopper.sees('heading', 'We cannot find this payment')
  })
})

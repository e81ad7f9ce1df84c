import { expect, it } from 'vitest'
import { CARDS } from '#client/testing/cards.ts'
import { page as ar } from '#words/ar.ts'
import { page as he } from '#words/he.ts'
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

  it.each([
    ['required' as const, 'Check 5 fields: ', 'Email'],
    ['optional' as const, 'Check 4 fields: ', 'Card number'],
  ])('marks invalid fields, and focuses the first: the email is %s', async (email, sum, first) => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession({ collect: { email } }))
    const pay = await shopper.sees('button', 'Pay R$259.90')
    const [pressed, focused] = await shopper.focusedBy(() => pay.click(), 2)
    expect(pressed).toBe('Pay R$259.90')
    expect(focused).toContain(first)
    await shopper.reads(sum)
  })

  it('asks for the contact before the payment, in the order of Tab', async () => {
    const { merchant, shopper } = visit
    await shopper.opens(await merchant.createSession({ collect: { email: 'required' } }))
    const email = await shopper.sees('textbox', 'Email')
    const walked = await shopper.focusedBy(async () => {
      await email.click()
      for (let step = 0; step < 6; step++) await shopper.page.press('Tab')
    }, 7)
    expect(walked).toEqual([
      expect.stringContaining('Email'),
      expect.stringContaining('Card'),
      expect.stringContaining('Card number'),
      expect.stringContaining('Expiry date'),
      expect.stringContaining('Security code'),
      expect.stringContaining('Name on card'),
      'Pay R$259.90',
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

  it.each(['ar', 'he'] as const)('has digits below their labels in %s', async (locale) => {
    const { merchant, shopper } = visit
    const { url } = await merchant.createSession()
    await shopper.opens({ url: `${url}?locale=${locale}` })
    const title = (locale === 'ar' ? ar : he)['card.frame']
    await expect.poll(() => shopper.page.frame(title)).toBeDefined()
    const fields = await shopper.page.frame(title)
    const looks = `JSON.stringify(((input, mark) => {
      const { direction, textAlign, paddingLeft } = getComputedStyle(input)
      const { left } = input.getBoundingClientRect()
      return [direction, textAlign, paddingLeft, mark.getBoundingClientRect().left - left]
    })(document.querySelector('#card-code'), document.querySelector('#card-code + .inside')))`
    await expect
      .poll(() => fields?.evaluate(looks))
      .toBe(JSON.stringify(['ltr', 'right', '52px', 12]))
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

  it('names the seller in its footer, with the terms in a tab of their own', async () => {
    const { merchant, shopper } = visit
    const terms = 'https://norte.example/terms'
    const facts = { 'legal-name': 'Norte Livros Ltda.', 'terms-url': terms }
    await checkoutCommand('merchants', 'set', facts, merchant.id)
    await shopper.opens(await merchant.createSession())
    await shopper.reads('Norte Livros Ltda.')
    await shopper.sees('link', 'Terms')
    await shopper.until(`document.querySelector('.seller [target=_blank]').href === '${terms}'`)
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
    await shopper.sees('heading', 'This checkout has expired')
    await shopper.sees('link', 'Back to Norte Livros')
  })

  it('shows that an address is unknown', async () => {
    const { shopper } = visit
    await shopper.opens('/c/nobodyknowsthisreference000000000')
    await shopper.sees('heading', 'We can’t find this payment')
  })
})

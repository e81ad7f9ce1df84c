import { CARDS } from '#client/testing/index.ts'
import { expect, test } from './fixtures.ts'

const PLANS = { max: 12, interestFree: 3, monthlyInterestBasisPoints: 199 }

test('R-68: A translated page with foreign elements charges the instalments that it shows', async ({
  checkout,
  merchant,
  page,
}) => {
  // As browser translation and password managers do, from the first element on and at every change.
  await page.addInitScript(() => {
    const change = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode() !== null)
        if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      for (const text of texts) {
        const { parentElement } = text
        if (text.data.trim() === '' || !parentElement) continue
        if (parentElement.closest('font, script, style, noscript, select, svg')) continue
        const font = document.createElement('font')
        font.textContent = text.data
        text.replaceWith(font)
      }
      for (const field of document.querySelectorAll('.field, .card-frame, .pay-bar'))
        if (field.previousElementSibling?.localName !== 'x-manager')
          field.before(document.createElement('x-manager'))
    }
    const watch = () =>
      new MutationObserver(change).observe(document.body, { childList: true, subtree: true })
    const begin = new MutationObserver(() => {
      if (document.querySelector('#page-data') === null) return
      begin.disconnect()
      change()
      watch()
    })
    begin.observe(document, { childList: true, subtree: true })
  })
  const session = await merchant.createSession({ installments: PLANS })
  await checkout.open(session)
  await page.locator('.plans summary').click()
  await page.locator('.plan', { hasText: /^12 ×/ }).click()
  await expect(page.locator('.total')).toHaveText('R$294.84')
  await expect(checkout.payButton).toHaveText('Pay R$294.84')
  await checkout.payByCard(CARDS.success)
  await expect(checkout.paid).toBeVisible()
  await expect(page.locator('.total')).toHaveText('R$294.84')
  const { payment } = await merchant.client.sessions.get(session.id)
  expect(payment).toMatchObject({ installments: 12, amount: 29_484 })
})

test('R-69: Without what younger browsers have, cards are paid', async ({
  checkout,
  merchant,
  page,
}) => {
  await page.addInitScript(() => {
    const young: [object, string[]][] = [
      [Promise, ['withResolvers', 'try']],
      [AbortSignal, ['any', 'timeout']],
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'findLast', 'findLastIndex']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [HTMLFormElement.prototype, ['requestSubmit']],
      [Element.prototype, ['moveBefore']],
      [HTMLElement.prototype, ['inert']],
      [Crypto.prototype, ['randomUUID']],
    ]
    for (const [owner, names] of young)
      for (const name of names) Reflect.deleteProperty(owner, name)
  })
  await checkout.open(await merchant.createSession())
  await checkout.payByCard(CARDS.success)
  await expect(checkout.paid).toBeVisible()
})

test('R-69: On plain http a card says why it is not taken, and Pix is', async ({
  checkout,
  merchant,
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
    Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined })
  })
  await checkout.open(await merchant.createSession())
  await checkout.payByCard(CARDS.success)
  await expect(page.getByText('We couldn’t load the card form')).toBeVisible()
  await page.getByRole('radio', { name: 'Pix' }).check()
  await checkout.payButton.click()
  await expect(page.getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
})

import { CARDS } from '#client/testing/index.ts'
import { expect, test } from './fixtures.ts'
import { keepChanging } from './keep-changing.ts'

const PLANS = { max: 12, interestFree: 3, monthlyInterestBasisPoints: 199 }

test('R-68: A translated page with foreign elements charges the instalments that it shows', async ({
  checkout,
  merchant,
  page,
}) => {
  await page.addInitScript(keepChanging)
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

test('R-68: A translated page with foreign elements charges the Pix and the boleto that it shows', async ({
  checkout,
  merchant,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-write'])
  await page.addInitScript(keepChanging)
  const session = await merchant.createSession({
    customer: { email: 'fill_never@example.com' },
    paymentMethodDiscounts: { pix: { basisPoints: 1000 } },
  })
  const latest = async () => (await merchant.client.sessions.payments(session.id)).data[0]
  await checkout.open(session)
  await checkout.choose('pix')
  await expect(page.locator('.total')).toHaveText('R$233.91')
  await checkout.pay()
  await expect(checkout.pixCode).toBeVisible()
  expect(await latest()).toMatchObject({ method: 'pix', amount: 23_391 })
  await page.getByRole('button', { name: 'Copy Pix code' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()

  await checkout.payAnotherWay()
  await checkout.choose('boleto')
  await expect(page.locator('.total')).toHaveText('R$259.90')
  await checkout.fillCustomer({ name: 'Ana Souza', taxId: '52998224725' })
  await checkout.pay()
  await expect(page.getByRole('heading', { name: 'Your boleto is ready' })).toBeVisible()
  expect(await latest()).toMatchObject({ method: 'boleto', amount: 25_990 })
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

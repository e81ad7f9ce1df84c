import type { Page } from 'playwright/test'
import type { CreateSessionInput } from '#contract/session.ts'
import { pdfLines } from '#proof/testing/pdf-text.ts'
import { axeFor } from './appearance.ts'
import { expect, test } from './fixtures.ts'

/** The script that hydrates the page. */
const VIEW = '**/assets/start-page-*.js'
const paymentMethodDiscounts = { pix: { basisPoints: 500 } }
const PIX_5: Pick<CreateSessionInput, 'paymentMethods' | 'paymentMethodDiscounts'> = {
  paymentMethods: ['card', 'pix', 'boleto'],
  paymentMethodDiscounts,
}

const order = (page: Page) => page.getByRole('region', { name: 'Order' })
const due = (page: Page) => order(page).locator('.total')
const sums = (page: Page) => order(page).locator('.sum')
const pix = (page: Page) => page.getByRole('radio', { name: 'Pix' })

async function expectDiscounted(page: Page) {
  await expect(due(page)).toHaveText('R$246.90')
  await expect(sums(page)).toHaveText([
    /^Subtotal\s*R\$259\.90$/,
    /^Discount\s*Pix\s*−R\$13\.00$/,
    /^Total\s*R\$246\.90$/,
  ])
}

test('S-129: a discount for Pix is shown, charged, written down, and given back no more than it was paid', async ({
  checkout,
  merchant,
  page,
}) => {
  const customer = { email: 'fill_never@example.com' }
  const session = await merchant.createSession({ ...PIX_5, customer })
  const { client } = merchant
  await checkout.open(session)
  await expect(due(page)).toHaveText('R$259.90')
  await expect(pix(page)).toHaveAccessibleDescription('5% off R$246.90')
  await pix(page).check()
  await expectDiscounted(page)
  await expect(page).toHaveTitle(/R\$246\.90/)
  expect((await axeFor(page, 'light').analyze()).violations).toEqual([])

  await checkout.pay()
  await expect(checkout.pixCode).toBeVisible()
  await expectDiscounted(page)
  await client.sandbox.simulate(session.id, { outcome: 'pix_paid' })
  await expect(checkout.paid).toBeVisible()
  await expectDiscounted(page)
  const receipt = page.getByRole('main')
  await expect(receipt.getByText('R$246.90', { exact: true }).first()).toBeVisible()
  await expect(receipt.getByText(/^Discount\s*Pix$/)).toBeVisible()
  await expect(receipt.getByText('−R$13.00', { exact: true })).toBeVisible()

  const paid = await client.sessions.get(session.id)
  expect(paid).toMatchObject({
    ...PIX_5,
    amount: 25_990,
    amountCaptured: 24_690,
    payment: { method: 'pix', amount: 24_690, discount: 1_300, interest: 0 },
  })
  await merchant.notified(session.id, 3)
  expect(merchant.inbox.of(session.id).at(-1)).toMatchObject({
    type: 'session.completed',
    data: { session: { ...PIX_5, payment: paid.payment }, payment: paid.payment },
  })

  await client.sessions.refund(session.id, { amount: 4_690 })
  await page.reload()
  await expect(receipt.getByText('−R$46.90', { exact: true })).toBeVisible()
  await expect(receipt.getByText('R$200.00', { exact: true })).toBeVisible()
  await expect(client.sessions.refund(session.id, { amount: 20_001 })).rejects.toMatchObject({
    code: 'refund_exceeds_payment',
  })
  expect(await client.sessions.refund(session.id)).toMatchObject({ amount: 20_000 })
  const refunded = await client.sessions.get(session.id)
  expect(refunded).toMatchObject({ paymentStatus: 'refunded', amountRefunded: 24_690 })
  await page.reload()
  await expect(due(page)).toHaveText('R$246.90')
  await expect(receipt.getByText('R$0.00', { exact: true })).toBeVisible()
})

test('Another method has its own price, and choosing it moves neither methods nor total', async ({
  checkout,
  merchant,
  page,
}) => {
  const paymentMethodDiscounts = { pix: { basisPoints: 500 }, card: { amount: 990 } }
  await checkout.open(await merchant.createSession({ paymentMethodDiscounts }))
  await expect(due(page)).toHaveText('R$250.00')
  await expect(checkout.payButton).toHaveText('Pay R$250.00')
  const methods = page.getByRole('radiogroup', { name: 'Payment method' })
  const places = async () => [await methods.boundingBox(), await due(page).boundingBox()]
  const corners = async () => (await places()).map((box) => [box?.x, box?.y])
  const before = await corners()
  await expect(methods).toContainText(/R\$9\.90 off\s*R\$250\.00/)
  await pix(page).check()
  await expectDiscounted(page)
  expect(await corners()).toEqual(before)
  await page.getByRole('radio', { name: 'Boleto' }).check()
  await expect(due(page)).toHaveText('R$259.90')
  await expect(sums(page)).toHaveCount(0)
})

test('Where nobody names an order, the discounted method comes first and is chosen, and a card can be typed at once', async ({
  checkout,
  merchant,
  page,
}) => {
  await checkout.open(await merchant.createSession({ paymentMethodDiscounts }))
  const names = ['Pix', 'Card', 'Boleto']
  await expect(page.locator('.method-choice label')).toHaveText(names)
  await expect(pix(page)).toBeChecked()
  await expectDiscounted(page)
  await expect(checkout.payButton).toHaveText('Get Pix code')
  await page.getByRole('radio', { name: 'Card' }).check()
  await page.frameLocator('.card-frame iframe').locator('#card-number').fill('4242')
  await expect(due(page)).toHaveText('R$259.90')
})

test('The price follows a choice before hydration, which changes nothing of it', async ({
  checkout,
  merchant,
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(VIEW, async (route) => {
    await released
    await route.continue()
  })
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  const session = await merchant.createSession(PIX_5)
  await page.goto(session.url, { waitUntil: 'commit' })
  await pix(page).check()
  await expect(due(page).locator('.scripted')).toHaveText('R$246.90')
  await expect(checkout.payButton).toHaveText('Get Pix code')
  await expectDiscounted(page)
  await page.evaluate(() => {
    const changes: string[] = []
    Object.assign(window, { changes })
    const watched = document.querySelectorAll('.summary, .pay-bar')
    const observer = new MutationObserver(() => changes.push('changed'))
    for (const part of watched)
      observer.observe(part, { childList: true, subtree: true, characterData: true })
  })
  release()
  // The hydrated page writes its title.
  await expect(page).toHaveTitle(/R\$246\.90/)
  await expectDiscounted(page)
  expect(await page.evaluate(() => Reflect.get(window, 'changes'))).toEqual([])
  expect(complaints).toEqual([])
})

test('S-129: a boleto is made, drawn and paid for what is left after its discount', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession({
    paymentMethodDiscounts: { boleto: { amount: 1_000 } },
    customer: { email: 'fill_never@example.com', name: 'Ana Souza', taxId: '11144477735' },
  })
  await checkout.open(session)
  await checkout.choose('boleto')
  await expect(due(page)).toHaveText('R$249.90')
  await checkout.pay()
  await expect(checkout.heading).toHaveText('Your boleto is ready')
  await expect(due(page)).toHaveText('R$249.90')

  const line = await page.getByRole('textbox', { name: 'Boleto number' }).inputValue()
  const pdf = await page.getByRole('link', { name: 'Open the boleto (PDF)' }).getAttribute('href')
  const drawn = pdfLines(await (await page.request.get(pdf ?? '')).body())
  expect(drawn).toContain(line.replaceAll(/\s+/g, ' '))
  // The last ten digits are the amount in cents.
  expect(line.replaceAll(/\D/g, '').slice(-10)).toBe('0000024990')
  expect(drawn.filter((text) => /^R\$.*\d/.test(text))).toEqual(['R$ 249,90', 'R$ 249,90'])

  await merchant.client.sandbox.simulate(session.id, { outcome: 'boleto_paid' })
  await expect(checkout.paid).toBeVisible()
  await expect(page.getByRole('main').getByText(/^Discount\s*Boleto$/)).toBeVisible()
  expect((await merchant.client.sessions.get(session.id)).payment).toMatchObject({
    amountCaptured: 24_990,
    discount: 1_000,
  })
})

test('On a phone the tile of a discounted method is as high as those beside it, and in no language cut off', async ({
  checkout,
  merchant,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await checkout.open(await merchant.createSession({ ...PIX_5, locale: 'fi' }))
  const tiles = page.locator('.method-choice')
  await expect(tiles.nth(1)).toContainText(/5\s%\salennusta/)
  const boxes = await tiles.evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { top, height } = tile.getBoundingClientRect()
      return { top, height, cutOff: tile.scrollWidth - tile.clientWidth }
    }),
  )
  const [pix, ...beside] = boxes.filter(({ top }) => top === boxes[1]?.top)
  expect(beside.length).toBeGreaterThan(0)
  for (const tile of beside) expect(tile.height).toBe(pix?.height)
  for (const { cutOff } of boxes) expect(cutOff).toBeLessThanOrEqual(0)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('each method says its own price, and the receipt what was charged', async ({
    merchant,
    page,
  }) => {
    const customer = { email: 'succeed_immediately@example.com' }
    const session = await merchant.createSession({ ...PIX_5, customer })
    await page.goto(session.url)
    const rows = page.locator('.methods > li')
    const ofPix = rows.filter({ hasText: 'Pix' }).first()
    await expect(ofPix).toContainText('5% off')
    await expect(ofPix).toContainText('R$246.90')
    await page.getByRole('link', { name: 'Pay with Pix', exact: true }).click()
    await page.getByRole('button', { name: 'Get Pix code' }).click()
    await expect(page.locator('.total')).toContainText('R$246.90')
    expect((await merchant.client.sessions.get(session.id)).payment).toMatchObject({
      amount: 24_690,
      discount: 1_300,
    })
  })

  test('header, order and title show the price of the chosen method, and no other', async ({
    merchant,
    page,
  }) => {
    const paymentMethodDiscounts = { pix: { basisPoints: 500 }, boleto: { amount: 1_000 } }
    const session = await merchant.createSession({ paymentMethodDiscounts })
    /** Playwright's own texts skip `noscript`. */
    const shown = (selector: string) => page.locator(selector).innerText()
    await page.goto(session.url)
    expect(await shown('.totals')).toMatch(/^Total\s+R\$259\.90$/)
    for (const [name, discount, price] of [
      ['Pix', 'Pix\n−R$13.00', 'R$246.90'],
      ['boleto', 'Boleto\n−R$10.00', 'R$249.90'],
    ] as const) {
      await page.getByRole('link', { name: `Pay with ${name}`, exact: true }).click()
      await expect(page).toHaveTitle(`Pay ${price} to Norte Livros`)
      expect(await shown('.totals')).toBe(`Total to pay\n\n${price}`)
      const order = await shown('.order')
      expect(order).toContain(`Discount\n${discount}`)
      expect(order).toMatch(new RegExp(`Total\\s+${price.replace(/[$.]/g, '\\$&')}$`))
    }
  })
})

import { test as base, type Page } from 'playwright/test'
import { CheckoutPage } from '#client/testing/index.ts'
import type { Session } from '#contract/session.ts'
import { startAdyenProduct, type AdyenProduct } from './adyen-product.ts'
import { invite, signIn } from './dashboard.ts'
import { openInbox } from './inbox.ts'
import { makeMerchant, type Merchant } from './merchant.ts'
import { PROOF } from './proof.ts'

const { expect } = base
const AMOUNT = 25_990
/** Of Adyen's test cards; the second is asked by its issuer. */
const CARD = '4111 1111 1111 1111'
const ASKED_CARD = '4212 3456 7891 0006'
const LONG_RESULT = 18_000
const PAID = ['payment.requires_action', 'payment.succeeded', 'session.completed']

const test = base.extend<{ checkout: CheckoutPage }, { product: AdyenProduct; merchant: Merchant }>(
  {
    product: [
      async ({ playwright: _playwright }, use) => {
        const product = await startAdyenProduct()
        await use(product)
        await product.close()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    merchant: [
      async ({ product }, use) => {
        const inbox = await openInbox()
        await use(await makeMerchant(inbox, product))
        await inbox.close()
      },
      { scope: 'worker' },
    ],
    checkout: async ({ page, locale }, use) => use(new CheckoutPage(page, { locale })),
  },
)

// All flows share one product and one fake, so they run one after the other.
test.describe.configure({ mode: 'default' })

/** The session's payments, the latest first. */
const paymentsOf = async ({ client }: Merchant, { id }: Session) =>
  (await client.sessions.payments(id)).data

async function paymentOf(merchant: Merchant, session: Session) {
  const [payment] = await paymentsOf(merchant, session)
  if (payment === undefined) throw new Error('the session has no payment')
  return payment
}

/** Expects these kinds and amounts in the fake's ledger, for the session's latest payment. */
async function expectBooked(
  { control }: AdyenProduct,
  merchant: Merchant,
  session: Session,
  entries: [string, number][],
): Promise<void> {
  const { id } = await paymentOf(merchant, session)
  const booked = () =>
    control
      .ledger()
      .filter(({ reference }) => reference === id)
      .map(({ kind, amount }) => [kind, amount.value])
  await expect.poll(booked).toEqual(entries)
}

const expectPaidOnce = (product: AdyenProduct, merchant: Merchant, session: Session) =>
  expectBooked(product, merchant, session, [
    ['authorised', AMOUNT],
    ['captured', AMOUNT],
  ])

async function expectTold({ inbox }: Merchant, { id }: Session, types: string[]): Promise<void> {
  await expect.poll(() => inbox.of(id).map(({ type }) => type)).toEqual(types)
}

/** Opens a new session and pays with a card whose issuer asks; the browser is at the issuer then. */
async function openQuestion(page: Page, checkout: CheckoutPage, merchant: Merchant) {
  const session = await merchant.createSession()
  await checkout.open(session)
  await checkout.payByCard(ASKED_CARD)
  await page.waitForURL(/\/checkoutshopper\/threeDS\/redirect/)
  return session
}

/** The address that the issuer's page leads back to. */
function comeBack(page: Page, { control }: AdyenProduct, resultLength?: number): string {
  const back = control.answer(page.url(), 'pass', resultLength)
  if (back === undefined) throw new Error('the question is closed')
  return back
}

test('S-163: the result of 18 kB is taken, and is in no address that the browser keeps', async ({
  checkout,
  merchant,
  page,
  product,
}) => {
  const session = await openQuestion(page, checkout, merchant)
  const back = comeBack(page, product, LONG_RESULT)
  expect(back.length).toBeGreaterThan(LONG_RESULT)
  await page.goto(back)
  await expect(checkout.paid).toBeVisible()
  await expect(page).toHaveURL(session.url)
  await expectPaidOnce(product, merchant, session)
  await expectTold(merchant, session, PAID)
})

test('S-163: reload, back and a second tab with the same result pay once', async ({
  checkout,
  context,
  merchant,
  page,
  product,
}) => {
  const session = await openQuestion(page, checkout, merchant)
  const back = comeBack(page, product)
  const other = await context.newPage()
  await Promise.all([page.goto(back), other.goto(back)])
  await expect(checkout.paid).toBeVisible()
  await expect(new CheckoutPage(other).paid).toBeVisible()

  await page.reload()
  await expect(checkout.paidAlready).toBeVisible()
  await page.goBack()
  await page.goto(back)
  await expect(checkout.paid).toBeVisible()
  await expect(page).toHaveURL(session.url)
  await expectPaidOnce(product, merchant, session)
  await expectTold(merchant, session, PAID)
})

test('S-163: a shopper who closed the issuer’s page pays with another card, and the first one holds nothing', async ({
  checkout,
  context,
  merchant,
  page,
  product,
}) => {
  const session = await openQuestion(page, checkout, merchant)
  const question = page.url()
  const again = await context.newPage()
  await page.close()
  const second = new CheckoutPage(again)
  await second.open(session)
  await expect(second.challenge).toBeVisible()
  await second.payAnotherWay()
  await second.payByCard(CARD)
  await expect(second.paid).toBeVisible()
  await expectPaidOnce(product, merchant, session)
  expect(checkout.page.isClosed()).toBe(true)

  // Who finds the issuer's page in another window, and answers it there, pays nothing more.
  const back = product.control.answer(question, 'pass')
  await again.goto(back ?? session.url)
  await expect(second.paid).toBeVisible()
  const [, first] = await paymentsOf(merchant, session)
  expect(first).toMatchObject({ status: 'failed' })
  const held = product.control.ledger().filter(({ reference }) => reference === first?.id)
  expect(held).toEqual([])
  await expectPaidOnce(product, merchant, session)
})

test('A card that its issuer declines is named, and another one pays', async ({
  checkout,
  merchant,
  product,
}) => {
  const session = await merchant.createSession()
  await checkout.open(session)
  await checkout.choose('card')
  await checkout.fillCard(CARD)
  // The holder's name decides in Adyen's test environment.
  await checkout.cardField('card-name').fill('NOT_ENOUGH_BALANCE')
  await checkout.pay()
  await expect(checkout.declined('insufficient_funds')).toBeVisible()
  await checkout.payByCard(CARD)
  await expect(checkout.paid).toBeVisible()
  const [paid, declined] = await paymentsOf(merchant, session)
  expect(paid).toMatchObject({ status: 'succeeded' })
  expect(declined).toMatchObject({ status: 'failed', declineCode: 'insufficient_funds' })
  await expectPaidOnce(product, merchant, session)
})

test(
  'A hold is captured in part, refunded, charged back and won, and the dashboard says so',
  PROOF,
  async ({ checkout, merchant, page, product }) => {
    const { client, id: merchantId } = merchant
    const { control } = product
    const session = await merchant.createSession({
      captureMethod: 'manual',
      orderReference: 'ADYEN-1001',
    })
    await checkout.open(session)
    await checkout.payByCard(CARD)
    await expect(checkout.authorized).toBeVisible()

    const shown = page.locator('.timeline-amount')
    const address = `${product.adminUrl}/m/${merchantId}/payments/${session.id}`
    await signIn(page, await invite(product.command))
    await page.goto(address)
    await expect(shown).toContainText('Authorized')
    await page.getByRole('button', { name: 'Capture', exact: true }).click()
    const capture = page.getByRole('dialog', { name: 'Capture payment ADYEN-1001?' })
    await capture.getByLabel('Amount in BRL').fill('200.00')
    await capture.getByRole('button', { name: 'Capture R$200.00' }).click()
    await expect(shown).toContainText('Paid')
    await expectBooked(product, merchant, session, [
      ['authorised', AMOUNT],
      ['captured', 20_000],
      ['cancelled', AMOUNT - 20_000],
    ])

    const refund = await client.sessions.refund(session.id, { amount: 5000 })
    await expect
      .poll(() => client.refunds.get(refund.id))
      .toMatchObject({ status: 'succeeded', amount: 5000 })

    const { id } = await paymentOf(merchant, session)
    const dispute = control.dispute(id, { eventCode: 'CHARGEBACK', value: 15_000 })
    await expect
      .poll(async () => (await client.sessions.disputes(session.id)).data)
      .toMatchObject([{ status: 'needs_response', stage: 'chargeback', amount: 15_000 }])
    await page.goto(address)
    await expect(shown).toContainText('R$0.00 kept')
    control.dispute(id, { eventCode: 'CHARGEBACK_REVERSED', pspReference: dispute, value: 15_000 })
    await expect
      .poll(() => client.sessions.get(session.id))
      .toMatchObject({
        amountCaptured: 20_000,
        amountRefunded: 5000,
        amountReversed: 15_000,
        amountReinstated: 15_000,
      })
    await page.reload()
    await expect(shown).toContainText('R$150.00 kept')
  },
)

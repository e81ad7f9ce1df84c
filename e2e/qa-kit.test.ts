import { setTimeout } from 'node:timers/promises'
import { LANGUAGES } from '#words/languages.ts'
import { CARDS, type CheckoutPage } from '#client/testing/index.ts'
import { makeWebhookSecret } from '#domain/webhook-secret.ts'
import { makeApiKey } from '#domain/api-key.ts'
import { openInbox } from '#client/testing/inbox.ts'
import { openSandbox } from '#client/testing/sandbox.ts'
import { withClock } from '#client/testing/sandbox-clock.ts'
import { checkoutCommand } from './checkout-command.ts'
import { expect, test } from './fixtures.ts'
import { CHECKOUT_URL, STORE_URL } from './product.ts'
import { PROOF } from './proof.ts'

const EVERYTHING = {
  email: 'required',
  name: 'required',
  taxId: 'required',
  phone: 'required',
  billingAddress: 'required',
} as const

const CARD_FIELDS = ['card-number', 'card-expiry', 'card-code', 'card-name'] as const

for (const half of [0, 1]) {
  const languages = LANGUAGES.filter((_, index) => index % 2 === half)
  const tags = languages.map(({ tag }) => tag).join(', ')
  test(
    `The page object pays by Pix in ${tags}`,
    PROOF,
    async ({ checkout, expectPaid, sandbox }) => {
      test.setTimeout(300_000)
      for (const { tag, direction } of languages) {
        const order = { locale: tag, customer: {}, collect: EVERYTHING }
        const session = await sandbox.createSession(order)
        await checkout.open(session)
        await expect(checkout.page.locator('html')).toHaveAttribute('lang', tag)
        await expect(checkout.page.locator('html')).toHaveAttribute('dir', direction)
        for (const field of CARD_FIELDS) await expect(checkout.cardField(field)).toBeVisible()
        await checkout.payByPix()
        await expect(checkout.pixCode).toBeVisible()
        await expect(checkout.pixQrCode).toBeVisible()
        await sandbox.simulate(session, 'pix_paid')
        await expect(checkout.paid).toBeVisible()
        await expect(checkout.receipt('amount')).toContainText('259')
        await expect(checkout.receipt('method')).toHaveText('Pix')
        await expect(checkout.receipt('payee')).not.toBeEmpty()
        await expect(checkout.receipt('pix-id')).toContainText(/E[0-9]{20}[0-9A-Za-z]{11}/)
        await expectPaid(session)
      }
    },
  )
}

test('A click of plain Playwright right after its scroll meets no card frame', async ({ page }) => {
  for (let visit = 0; visit < 8; visit += 1) {
    await page.goto(STORE_URL)
    await page.getByRole('button', { name: /buy/i }).first().click()
    await page.getByLabel('Email').fill('succeed_immediately@example.com')
    const boleto = page.getByRole('radio', { name: 'Boleto' })
    await boleto.click()
    await expect(boleto).toBeChecked()
  }
})

test('R-72: A payment of the kit is made when its action ends, so that it can be decided at once', async ({
  checkout,
  expectDelivered,
  expectPaid,
  page,
  sandbox,
  session,
}) => {
  await page.route('**/payments?*', async (route) => {
    await setTimeout(500)
    await route.continue()
  })
  await checkout.open(session)
  await checkout.payByPix()
  expect((await sandbox.read(session)).paymentStatus).toBe('requires_action')
  await sandbox.simulate(session, 'pix_paid')
  await expect(checkout.paid).toBeVisible()
  await expectPaid(session)
  await expectDelivered(session)
})

test('R-72: A press that the page refuses ends, too', async ({ checkout, session }) => {
  await checkout.open(session)
  await checkout.choose('card')
  const pressedMs = Date.now()
  await checkout.pay()
  expect(Date.now() - pressedMs).toBeLessThan(20_000)
  await expect(checkout.cardField('card-number')).toHaveAttribute('aria-invalid', 'true')
})

test('R-72: The page of a flow that began in a shop knows its session', async ({
  checkout,
  page,
  sandbox,
}) => {
  const created = await sandbox.createSession()
  // As a shop redirects.
  await page.goto(created.url)
  expect((await checkout.session()).id).toBe(created.id)
})

test('R-72: A receiver that refuses is named by expectDelivered', async ({
  expectDelivered,
  sandbox,
  session,
}) => {
  await expect(expectDelivered(session, { timeout: 0 })).rejects.toThrow(
    /nothing has happened to it yet/,
  )
  await sandbox.simulate(session, 'pay')
  await expectDelivered(session)
})

/** The states of a purchase, each in its own script chunk. */
const MET: Record<string, (checkout: CheckoutPage) => Promise<void>> = {
  ja: async (checkout) => {
    await checkout.payByCard(CARDS.insufficientFunds)
    await expect(checkout.declined('insufficient_funds')).toBeVisible()
  },
  ar: async (checkout) => {
    await checkout.payByCard(CARDS.challenge)
    await checkout.answerBank('fail')
    await expect(checkout.declined('authentication_failed')).toBeVisible()
  },
  uk: async (checkout) => {
    await checkout.payByBoleto()
    await expect(checkout.boletoNumber).toBeVisible()
    await expect(checkout.boletoBarcode).toBeVisible()
    await checkout.payAnotherWay()
  },
}

for (const [locale, meet] of Object.entries(MET)) {
  test.describe(`A browser in ${locale}`, locale === 'ar' ? {} : PROOF, () => {
    test.use({ locale })
    test('passes the states that the page object knows, and pays by card', async ({
      checkout,
      expectPaid,
      session,
    }) => {
      await checkout.open(session)
      await meet(checkout)
      await checkout.payByCard(CARDS.success)
      await expect(checkout.paid).toBeVisible()
      await expectPaid(session)
    })
  })
}

test("The inbox has the merchant's events in order, each with a verified signature", async ({
  inbox,
  merchant,
  sandbox,
  session,
}) => {
  expect(await inbox.of(session)).toEqual([])
  const late = inbox.next(session, 'payment.late')
  await sandbox.simulate(session, 'pix_paid_late')
  expect((await late).data.session).toMatchObject({ id: session.id, status: 'expired' })

  const received = await inbox.of(session, 5)
  const types = received.map(({ type }) => type)
  expect(types.slice(0, 2)).toEqual(['payment.requires_action', 'payment.failed'])
  expect(await merchant.notified(session.id, received.length)).toEqual(types)
  const refunded = await inbox.next(session, 'refund.succeeded')
  expect(refunded).toEqual(received.find(({ type }) => type === 'refund.succeeded'))
  await expect(inbox.next(session, 'payment.late', { timeout: 0 })).rejects.toThrow(
    new RegExp(`^payment.late of session ${session.id} did not come within 0 ms; came: payment`),
  )
})

test('An event signed with another secret fails the test, with the reason', async ({
  sandbox,
  session,
}) => {
  await sandbox.simulate(session, 'pay')
  const another = makeWebhookSecret((length) => new Uint8Array(length).fill(7))
  const inbox = openInbox(sandbox.client, [another], new AbortController().signal)
  await expect(inbox.of(session)).rejects.toThrow(/is not to be trusted \(no_match\)/)
})

test('The clock is in real time after the test, and is never moved for a shared merchant', async ({
  account,
  sandbox,
}) => {
  await withClock(sandbox, account, async (clock) => {
    await clock.freeze()
    expect(await clock.read()).toMatchObject({ frozen: true })
  })
  expect(await sandbox.client.sandbox.clock.read()).toMatchObject({ frozen: false })
  const shared = withClock(sandbox, { isShared: true }, () => Promise.reject(new Error('used')))
  await expect(shared).rejects.toThrow(/^This test moves time, which all workers/)
})

test('A sandbox that cannot be tested says in one sentence what to do', async ({
  account,
  merchant,
}) => {
  const unknown = makeApiKey('sandbox', (length) => new Uint8Array(length).fill(7))
  const issued = { merchant: merchant.id, scopes: 'sessions:read' }
  const { apiKey: weak } = (await checkoutCommand('keys', 'issue', issued)) as { apiKey: string }
  for (const [changes, sentence] of [
    [{ apiUrl: 'http://localhost:1' }, /^No sandbox answers at http:\/\/localhost:1: start it/],
    [{ apiUrl: CHECKOUT_URL }, /is not the checkout's API: set API_URL to the address of the API/],
    [{ apiKey: unknown }, /does not know API_KEY: it was revoked/],
    [{ apiKey: weak }, /^API_KEY may not simulate: issue a key without --scopes/],
  ] as const)
    await expect(openSandbox({ ...account, ...changes })).rejects.toThrow(sentence)

  const elsewhere = await openSandbox({ ...account, checkoutUrl: STORE_URL })
  await expect(elsewhere.createSession()).rejects.toThrow(/they are not of one environment\.$/)
})

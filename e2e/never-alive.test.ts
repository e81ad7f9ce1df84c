import type { Locator, Page, Route } from 'playwright/test'
import { CARDS } from '#client/testing/index.ts'
import { expect, test } from './fixtures.ts'
import { LOAD_AGAIN, NEVER_PAID, words } from './states.ts'
import { interceptReports } from './intercept-reports.ts'
import { PROOF } from './proof.ts'

const ENTRY = '**/assets/entry-client-*.js'
/** The script that hydrates the page; the entry loads it. */
const VIEW = '**/assets/start-page-*.js'
/** The words of the page, which the entry asks for with the view. */
const WORDS = '**/assets/words-*.json'
/** The slow 3G preset of browsers' developer tools. */
const SLOW_3G = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** How loading a script fails. */
const GONE: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  'is not found': (route) => route.fulfill({ status: 404, body: 'not found' }),
  'is blocked': (route) => route.abort('blockedbyclient'),
  async 'is cut off'(route) {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.slice(0, body.length / 2) })
  },
}

const FAILURES = Object.entries(GONE).flatMap(([how, answer]) => [
  { script: 'entry script', files: ENTRY, reported: '/assets/entry-client-', how, answer },
  { script: 'view', files: VIEW, reported: 'start-page', how, answer },
  { script: 'file of words', files: WORDS, reported: 'words', how, answer },
])

for (const { script, files, reported, how, answer } of FAILURES) {
  test(
    `R-40: A page whose ${script} ${how} says so, is reloaded, and is paid once`,
    how === 'is not found' ? {} : PROOF,
    async ({ checkout, merchant, page }) => {
      const session = await merchant.createSession()
      const reports = await interceptReports(page)
      await page.route(files, answer)
      await page.goto(session.url)
      await expect(page.getByRole('alert').and(notice(page))).toContainText(LOAD_AGAIN)
      await expect.poll(() => reports).toHaveLength(1)
      expect(reports[0]).toMatchObject({ kind: 'not_loaded' })
      expect(reports[0]?.what).toContain(reported)

      await expectSubmitShowsNotice(page, checkout.payButton)
      await page.unroute(files)
      await loadAgain(page)
      await checkout.payByCard(CARDS.success)
      await expect(checkout.paid).toBeVisible()
      await expect(notice(page)).toBeHidden()
      await merchant.paidOnce(session)
      expect(reports).toHaveLength(1)
    },
  )
}

test('R-40: A page whose words are only there on the second try is paid as any other', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  let asked = 0
  await page.route(WORDS, (route) => {
    asked++
    return asked === 1 ? route.fulfill({ status: 404, body: '{}' }) : route.continue()
  })
  await page.goto(session.url)
  await checkout.payByCard(CARDS.success)
  await expect(checkout.paid).toBeVisible()
  await expect(notice(page)).toBeHidden()
  expect(asked).toBe(2)
  await merchant.paidOnce(session)
})

test('R-40: A page without its script is in the language of its shopper', async ({
  merchant,
  page,
}) => {
  await interceptReports(page)
  await page.route(ENTRY, (route) => route.abort())
  await page.goto(`${(await merchant.createSession()).url}?locale=pt-BR`)
  const again = page.getByRole('link', {
    name: 'Tente de novo para ver como está seu pagamento.',
  })
  await expect(again).toBeVisible()
  await page.unroute(ENTRY)
  await again.click()
  await expect(notice(page)).toBeHidden()
  await expect(page).toHaveTitle(/^Pagar /)
})

test('R-40: A Pix that is paid while its page lacks its script shows the receipt after a reload', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession(NEVER_PAID)
  await checkout.open(session)
  await checkout.payByPix()
  await expect(words(page, 'Pay with Pix')).toBeVisible()
  await interceptReports(page)
  await page.route(ENTRY, (route) => route.abort())
  await page.reload()
  await expect(notice(page)).toBeVisible()
  // The code is part of the server-rendered page.
  await expect(checkout.pixCode).toBeVisible()
  await merchant.client.sandbox.simulate(session.id, { outcome: 'pix_paid' })
  await page.unroute(ENTRY)
  await loadAgain(page)
  await expect(checkout.paidAlready).toBeVisible()
  await merchant.paidOnce(session)
})

test('R-40: A payment that was sent while the view was missing shows its outcome after a reload', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  await interceptReports(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(VIEW, async (route) => {
    await released
    await route.abort()
  })
  const paying = page.waitForResponse(/\/payments/)
  await page.goto(session.url, { waitUntil: 'commit' })
  await checkout.payByCard(CARDS.success)
  expect((await paying).status()).toBe(200)
  release()
  await expect(notice(page)).toBeVisible()
  await page.unroute(VIEW)
  await loadAgain(page)
  await expect(checkout.paidAlready).toBeVisible()
  await merchant.paidOnce(session)
})

test('R-40: Wrong fields are shown while the view is missing, and pay once they are right', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession({ collect: { email: 'required' } })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(VIEW, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(session.url, { waitUntil: 'commit' })
  await checkout.pay()
  const email = page.getByRole('textbox', { name: 'Email' })
  await expect(email).toBeFocused()
  await expect(words(page, 'Enter your email.')).toBeVisible()
  await email.fill('ana@example.com')
  release()
  await expect(words(page, 'Enter your email.')).toBeHidden()
  await checkout.payByCard(CARDS.success)
  await expect(checkout.paid).toBeVisible()
  await merchant.paidOnce(session)
})

test('R-40: A submission that waits too long for hydration is dropped with a notice; after a late hydration the shopper pays once', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  const reports = await interceptReports(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.clock.install()
  await page.route(ENTRY, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(session.url, { waitUntil: 'commit' })
  await checkout.payByCard(CARDS.success)
  await expect(checkout.payButton).toHaveAttribute('aria-busy', 'true')
  await page.clock.fastForward(30_000)
  await expect(notice(page)).toBeFocused()
  await expect.poll(() => reports).toEqual([expect.objectContaining({ kind: 'not_started' })])
  await expectSubmitShowsNotice(page, checkout.payButton)

  release()
  await expect(notice(page)).toBeHidden()
  // No payment happens after the page has said that it does not work.
  expect((await merchant.client.sessions.get(session.id)).attempts).toBe(0)
  await checkout.pay()
  await expect(checkout.paid).toBeVisible()
  await merchant.paidOnce(session)
})

test('R-40: On a slow connection a submission before hydration pays once', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_3G })
  await page.goto(session.url, { waitUntil: 'commit' })
  await checkout.payByPix()
  await expect(checkout.pixCode).toBeVisible()
  await merchant.client.sandbox.simulate(session.id, { outcome: 'pix_paid' })
  await expect(checkout.paid).toBeVisible()
  await merchant.paidOnce(session)
})

const notice = (page: Page) => page.locator('#not-alive')

async function expectSubmitShowsNotice(page: Page, button: Locator): Promise<void> {
  await button.click()
  await expect(notice(page)).toBeFocused()
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
}

async function loadAgain(page: Page): Promise<void> {
  await page.getByRole('link', { name: LOAD_AGAIN }).click()
}

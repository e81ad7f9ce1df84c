import type { Page } from 'playwright/test'
import { CARDS, type CheckoutPage } from '#client/testing/index.ts'
import { expect, test } from './fixtures.ts'
import { LOAD_AGAIN, NEVER_PAID, words } from './states.ts'
import { interceptReports } from './intercept-reports.ts'
import { recordDenials } from './record-denials.ts'

const LATER_SCRIPTS = ['later-screens', 'parse-answer']

for (const script of LATER_SCRIPTS) {
  test(`R-40: A page whose ${script} a new release removed is reloaded, and paid once`, async ({
    checkout,
    merchant,
    page,
  }) => {
    const record = await recordDenials(page)
    const session = await merchant.createSession()
    const release = await removeScripts(page, `**/assets/${script}-*.js`)
    await checkout.open(session)
    await checkout.payByCard(CARDS.success)
    await expect(words(page, LOAD_AGAIN)).toBeVisible()
    await release.putBack()
    await loadAgain(checkout)
    await expect(checkout.paid.or(checkout.paidAlready)).toBeVisible()
    expect(record.denials).toEqual([])
    await merchant.paidOnce(session)
  })

  test(`R-40: A Pix that is paid while its page lacks ${script} shows the receipt after a reload`, async ({
    checkout,
    merchant,
    page,
  }) => {
    const session = await merchant.createSession(NEVER_PAID)
    await checkout.open(session)
    await checkout.payByPix()
    await expect(words(page, 'Pay with Pix')).toBeVisible()
    const release = await removeScripts(page, `**/assets/${script}-*.js`)
    await page.reload()
    await merchant.client.sandbox.simulate(session.id, { outcome: 'pix_paid' })
    await expect(words(page, LOAD_AGAIN)).toBeVisible()
    await release.putBack()
    await loadAgain(checkout)
    await expect(checkout.paidAlready).toBeVisible()
    await merchant.paidOnce(session)
  })
}

test('R-40: A page that was hydrated before a new release requests nothing of the old one', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  const came = LATER_SCRIPTS.map((script) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${script}-`)),
  )
  await checkout.open(session)
  for (const response of await Promise.all(came)) await response.finished()
  const release = await removeScripts(page, '**/assets/*.js')
  await checkout.payByCard(CARDS.success)
  await expect(checkout.paid).toBeVisible()
  expect(release.asked).toEqual([])
  await merchant.paidOnce(session)
})

test('R-40: A script that fails to load is requested again', async ({
  checkout,
  merchant,
  page,
}) => {
  const session = await merchant.createSession()
  const release = await removeScripts(page, '**/assets/*-*.js', { but: /entry-client|start-page/ })
  await checkout.open(session)
  await checkout.fillCard(CARDS.success)
  await expect.poll(() => release.asked.length).toBeGreaterThanOrEqual(LATER_SCRIPTS.length)
  await release.putBack()
  await checkout.pay()
  await expect(checkout.paid).toBeVisible()
  await merchant.paidOnce(session)
})

/** Responds as a server without these files. */
async function removeScripts(page: Page, files: string, { but = /^$/ }: { but?: RegExp } = {}) {
  const asked: string[] = []
  // The missing scripts are reported, as this test intends.
  await interceptReports(page)
  await page.route(files, async (route) => {
    const url = route.request().url()
    if (but.test(url)) return route.continue()
    asked.push(url)
    await route.fulfill({ status: 404, contentType: 'text/plain', body: 'not found' })
  })
  return { asked, putBack: () => page.unroute(files) }
}

async function loadAgain({ page }: CheckoutPage): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).click()
}

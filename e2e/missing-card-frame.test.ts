import { CARDS } from '#client/testing/index.ts'
import { FIELDS_URL } from './product.ts'
import { expect, test } from './fixtures.ts'
import { interceptReports } from './intercept-reports.ts'

const FRAME = `${FIELDS_URL}/**`
const KNOWN = { customer: { email: 'ana@example.com' } }
const FAILED = 'We couldn’t load the card form'

test.describe('A card frame that does not come, or comes out of view', () => {
  test.beforeEach(({ page }) => interceptReports(page))

  test('ends a submission that waits for it, with the focus on the notice', async ({
    checkout,
    merchant,
    page,
  }) => {
    await page.clock.install()
    await page.route(FRAME, () => new Promise<never>(() => undefined))
    await page.goto((await merchant.createSession(KNOWN)).url, { waitUntil: 'commit' })
    await checkout.payButton.click()
    await expect(checkout.payButton).toHaveAttribute('aria-busy', 'true')
    await expect(page.locator('#email')).toHaveValue(KNOWN.customer.email)
    await page.clock.runFor(12_000)
    const notice = page.getByRole('alert').filter({ hasText: FAILED })
    await expect(notice).toBeFocused()
    await expect(checkout.payButton).toHaveAttribute('aria-busy', 'false')
  })

  test('stays hidden over the drawn fields, and is shown before hydration once it is ready', async ({
    checkout,
    merchant,
    page,
  }) => {
    const { promise: frameReleased, resolve: releaseFrame } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', () => new Promise<never>(() => undefined))
    await page.route(FRAME, async (route) => {
      await frameReleased
      await route.continue()
    })
    await page.goto((await merchant.createSession(KNOWN)).url, { waitUntil: 'commit' })
    await expect(page.locator('.card-frame .empty')).toBeVisible()
    await expect(page.locator('.card-frame iframe')).toBeHidden()
    releaseFrame()
    await expect(page.locator('.card-frame iframe')).toBeVisible()
    await checkout.cardField('card-number').fill('4242')
    await expect(checkout.cardField('card-number')).toHaveValue('4242')
  })

  for (const [browsers, hasMove] of [
    ['can move it', true],
    ['would load it again', false],
  ] as const)
    test(`is requested once where browsers ${browsers}`, async ({ checkout, merchant, page }) => {
      const requested: string[] = []
      page.on('request', (request) => {
        if (request.url().startsWith(FIELDS_URL)) requested.push(request.url())
      })
      if (!hasMove)
        await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'moveBefore'))
      const session = await merchant.createSession(KNOWN)
      await page.goto(session.url)
      expect(await page.evaluate(() => 'moveBefore' in Element.prototype)).toBe(hasMove)
      await checkout.payByCard(CARDS.success)
      await expect(checkout.paid).toBeVisible()
      expect(requested).toHaveLength(1)
      await merchant.paidOnce(session)
    })

  test('starts without being in view, and in a method that is not open', async ({
    checkout,
    merchant,
    page,
  }) => {
    await page.clock.install()
    await page.setViewportSize({ width: 360, height: 120 })
    await page.goto((await merchant.createSession(KNOWN)).url)
    await page.clock.runFor(20_000)
    await expect(page.locator('.card-frame iframe')).not.toBeInViewport()
    await expect(page.locator('.card-frame iframe')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: FAILED })).toHaveCount(0)

    // Browsers restore the chosen method before any script runs.
    await page.addInitScript(() =>
      new MutationObserver((_, observer) => {
        const pix = document.querySelector<HTMLInputElement>('#method-pix')
        if (pix === null) return
        pix.checked = true
        observer.disconnect()
      }).observe(document, { childList: true, subtree: true }),
    )
    await page.reload()
    await expect(checkout.cardField('card-number')).toBeHidden()
    await checkout.choose('card')
    await checkout.cardField('card-number').pressSequentially('42424')
    await expect(checkout.cardField('card-number')).toHaveValue('4242 4')
  })

  for (const [when, isBeforeHydration] of [
    ['before hydration', true],
    ['after it', false],
  ] as const)
    test(`and fails ${when} is said at once, and another method pays`, async ({
      checkout,
      merchant,
      page,
    }) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      await page.clock.install()
      await page.route(isBeforeHydration ? '**/assets/*.js' : FRAME, async (route) => {
        await released
        return isBeforeHydration ? route.continue() : route.abort()
      })
      if (isBeforeHydration) await page.route(FRAME, (route) => route.abort())
      await page.goto((await merchant.createSession(KNOWN)).url, { waitUntil: 'commit' })
      await expect(page.locator('.card-frame .empty')).toBeVisible()
      await expect(page.locator('.card-frame iframe')).toBeHidden()
      release()
      // Far less than the timeout of a frame that loads.
      await page.clock.runFor(2_000)
      await page.getByRole('alert').getByRole('button', { name: 'Pay with Pix' }).click()
      await expect(checkout.method('pix')).toBeFocused()
      await checkout.pay()
      await expect(checkout.paid.or(checkout.pixCode)).toBeVisible()
    })
})

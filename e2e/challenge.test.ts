import type { Page } from 'playwright/test'
import { CARDS } from '#client/testing/index.ts'
import { axeFor } from './appearance.ts'
import { expect, test } from './fixtures.ts'

const OFFERED_AFTER_MS = 10_000

test.describe('Challenge in a dialog', () => {
  test.beforeEach(async ({ checkout, session }) => {
    await checkout.open(session)
    await checkout.payByCard(CARDS.challenge)
  })

  test('completed at the bank, the payment succeeds without leaving the page', async ({
    checkout,
    expectPaid,
    page,
    session,
  }) => {
    await expect(checkout.bankDialog).toBeVisible()
    await checkout.answerBank('complete')
    await expect(checkout.paid).toBeFocused()
    await expect(checkout.bankDialog).toHaveCount(0)
    await expect(page).toHaveURL(session.url)
    await expectPaid(session)
  })

  test('left with a result of 18 kB, the page takes it and loses it from the address', async ({
    checkout,
    page,
    session,
  }) => {
    await expect(checkout.bankDialog).toBeVisible()
    await page.goto(`${session.url}?from=challenge&redirectResult=${'x!'.repeat(9000)}`)
    await expect(checkout.challenge).toBeVisible()
    await expect(page).toHaveURL(session.url)
  })

  test('failed at the bank, the form has what was typed, but the security code', async ({
    checkout,
    page,
  }) => {
    await checkout.answerBank('fail')
    await expect(checkout.declined('authentication_failed')).toBeFocused()
    await expect(page.getByText('Enter your card details again.')).toHaveCount(0)
    await expect(checkout.cardField('card-number')).toHaveValue('4000 0025 0000 3155')
    await expect(checkout.cardField('card-expiry')).toHaveValue('12 / 34')
    await expect(checkout.cardField('card-name')).toHaveValue('ANA SOUZA')
    await expect(checkout.cardField('card-code')).toHaveValue('')
    await expect(checkout.field('email')).not.toHaveValue('')

    await checkout.cardField('card-code').fill('123')
    await checkout.pay()
    await checkout.answerBank('complete')
    await expect(checkout.paid).toBeVisible()
  })

  test('canceled at the bank, the shopper pays with another card', async ({ checkout }) => {
    await checkout.answerBank('cancel')
    await expect(checkout.declined('authentication_abandoned')).toBeVisible()
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()
  })

  test('is accessible, and fills a phone', async ({ checkout, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(checkout.bankButton('complete')).toBeVisible()
    for (const width of [1280, 768, 360])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 740 })
        await page.emulateMedia({ colorScheme })
        // Excludes the bank's own document, which has its own landmarks.
        const { violations } = await axeFor(page, colorScheme).exclude('dialog iframe').analyze()
        expect(
          violations.map(({ id }) => id),
          `${width} ${colorScheme}`,
        ).toEqual([])
      }
    expect(await checkout.bankDialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
    await expect(checkout.bankDialog.getByText('Confirm with your bank')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(checkout.bankDialog.getByRole('button', { name: 'Close' })).toBeFocused()
  })

  test('closed by Escape, it opens again where it was', async ({ checkout, page }) => {
    await expect(checkout.bankButton('complete')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(checkout.bankDialog).toBeHidden()
    await expect(checkout.challenge).toBeFocused()

    const again = page.getByRole('link', { name: 'Continue to your bank' })
    await again.press('Enter')
    await expect(checkout.bankDialog.getByText('Confirm with your bank')).toBeFocused()
    await checkout.bankDialog.getByRole('button', { name: 'Close' }).click()
    await expect(again).toBeFocused()
    await again.click()
    await checkout.answerBank('complete')
    await expect(checkout.paid).toBeVisible()
  })

  test('closed and opened again in one breath, it is open', async ({ checkout, page }) => {
    await expect(checkout.bankButton('complete')).toBeVisible()
    // Browsers fire the `close` event later, here after the press.
    await page.evaluate(() => {
      document.querySelector<HTMLDialogElement>('dialog.bank')?.close()
      document.querySelector<HTMLAnchorElement>('a.primary')?.click()
    })
    await expect(checkout.bankDialog.getByText('Confirm with your bank')).toBeFocused()
    await checkout.answerBank('complete')
    await expect(checkout.paid).toBeVisible()
  })

  test('closed, another way to pay replaces the payment', async ({ checkout }) => {
    await expect(checkout.bankButton('complete')).toBeVisible()
    await checkout.payAnotherWay()
    await expect(checkout.cardField('card-number')).toHaveValue('4000 0025 0000 3155')
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()
  })

  test('left by a reload, it is continued by a press', async ({ checkout, page }) => {
    await expect(checkout.bankButton('complete')).toBeVisible()
    await page.reload()
    await expect(checkout.challenge).toBeVisible()
    await expect(checkout.bankDialog).toHaveCount(0)
    await page.getByRole('link', { name: 'Continue to your bank' }).click()
    await checkout.answerBank('fail')
    await expect(checkout.declined('authentication_failed')).toBeVisible()
    await expect(page.getByText('Enter your card details again.')).toBeVisible()
  })

  test('answered in a second tab, it closes in the first', async ({ checkout, context, page }) => {
    await expect(checkout.bankButton('complete')).toBeVisible()
    const second = await context.newPage()
    await second.goto(page.url())
    await second.getByRole('link', { name: 'Continue to your bank' }).click()
    await bankOf(second).getByRole('button', { name: 'Complete authentication' }).click()
    await expect(second.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await page.bringToFront()
    await expect(checkout.paid).toBeVisible()
    await expect(checkout.bankDialog).toHaveCount(0)
  })

  test('S-130: the bank in the frame leads the page nowhere', async ({ checkout, page }) => {
    await expect(checkout.bankButton('complete')).toBeVisible()
    const bank = page.frames().find((frame) => frame.url().includes('/challenge/'))
    const refused = await bank?.evaluate(() => {
      try {
        if (window.top) window.top.location.href = 'https://evil.example/'
        return 'nothing'
      } catch (error) {
        return error instanceof Error && error.name
      }
    })
    expect(refused).toBe('SecurityError')
    await checkout.answerBank('complete')
    await expect(checkout.paid).toBeVisible()
  })

  test('the end of the challenge is enough to ask for its result', async ({ checkout, page }) => {
    await expect(checkout.bankButton('complete')).toBeVisible()
    // Nothing else informs the page: no server-sent event, and no other response.
    await page.route(/\/api\/checkout\/[^/]+(\?|\/events)/, (route) => route.abort())
    await checkout.answerBank('complete')
    await expect(checkout.paid).toBeVisible()
  })
})

function bankOf(page: Page) {
  return page.getByRole('dialog').frameLocator('iframe')
}

test('A bank that does not answer is opened in place of the page, after ten seconds', async ({
  checkout,
  page,
  session,
}) => {
  await page.clock.install()
  // Held until the shopper has left for the bank's page.
  const held = Promise.withResolvers<void>()
  await page.route('**/simulator/challenge/**', async (route) => {
    if (route.request().frame() !== page.mainFrame()) await held.promise
    await route.continue()
  })
  await checkout.open(session)
  await checkout.payByCard(CARDS.challenge)
  await expect(checkout.bankDialog).toBeVisible()
  const leave = checkout.bankDialog.getByRole('link', { name: 'Open your bank’s page' })
  await expect(leave).toHaveCount(0)
  // An empty frame would be white, also in the dark scheme.
  await expect(checkout.bankDialog.locator('iframe')).toBeHidden()
  await expect(checkout.bankDialog.locator('.loading')).toBeVisible()

  await page.clock.runFor(OFFERED_AFTER_MS)
  await leave.click()
  await checkout.answerBank('complete')
  await expect(checkout.paid).toBeVisible()
  await expect(page).toHaveURL(session.url)
  held.resolve()
})

test.describe('Challenge on a page of its own', () => {
  test.beforeEach(async ({ checkout, page, session }) => {
    // As in a browser that has no credentialless frames.
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLIFrameElement.prototype, 'credentialless')
    })
    await checkout.open(session)
    await checkout.payByCard(CARDS.challenge)
  })

  test('completed at the bank, the payment succeeds', async ({ checkout, page }) => {
    await checkout.answerBank('complete')
    await expect(checkout.paid).toBeVisible()
    await expect(page).not.toHaveURL(/from=challenge/)
  })

  test('failed at the bank, the shopper sees it and can use another card', async ({
    checkout,
    page,
  }) => {
    await checkout.answerBank('fail')
    await expect(page.getByText('Your bank couldn’t confirm it’s you')).toBeVisible()
    await expect(page.getByRole('alert').first()).toContainText('Enter your card details again.')
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()
  })

  test('abandoned at the bank, another method is offered', async ({ checkout, page }) => {
    await page.waitForURL(/simulator.challenge/)
    await expect(checkout.bankButton('complete')).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await checkout.payByCard(CARDS.success)
    await expect(checkout.paid).toBeVisible()
  })
})

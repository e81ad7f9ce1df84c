import { expect, test } from './fixtures.ts'
import { secondDevice, secondTab, type State, STATES, words } from './states.ts'

/** The transient states of one page, and one state that other views reach in these tests. */
const PASSING = ['missing fields', 'offline', 'paid-already']

for (const [name, state] of Object.entries<State>(STATES)) {
  if (PASSING.includes(name)) continue

  test(`S-62: ${name} survives reload, back, forward, a second tab and a second device`, async ({
    browser,
    checkout,
    context,
    expired,
    merchant,
    page,
  }) => {
    const session = await state.reach({ checkout, merchant, expired })
    await expect(words(page, state.shows)).toBeVisible()
    const again = state.shownAgain ?? state.shows

    const tab = await secondTab(context)
    const device = await secondDevice(browser)
    await Promise.all([tab.open(session), device.open(session)])
    for (const view of [tab, device]) await expect(words(view.page, again)).toBeVisible()

    await page.reload()
    await expect(words(page, again)).toBeVisible()
    await page.goto(`${merchant.inbox.origin}/elsewhere`)
    await page.goBack()
    await expect(words(page, again)).toBeVisible()
    await tab.page.goto(`${merchant.inbox.origin}/elsewhere`)
    await tab.page.goBack()
    await tab.page.goForward()
    await tab.page.goBack()
    await expect(words(tab.page, again)).toBeVisible()
    await device.page.context().close()
  })
}

import { expect, type Page, test as base } from 'playwright/test'
import { serveStates } from '#proof/gallery/serve-states.ts'
import { GALLERY_STATES } from '#proof/gallery/states/states.ts'

const PHONE = { width: 390, height: 700 }
/** The window of a browser on a screen of 1366 × 768. */
const LAPTOP = { width: 1366, height: 625 }
/** A phone's window at a zoom of 400 %. */
const MAGNIFIED = { width: 320, height: 256 }

/** Opens a state of the gallery, as shoppers get it. */
const test = base.extend<object, { open: (page: Page, name: string) => Promise<void> }>({
  open: [
    async ({ playwright: _playwright }, use) => {
      const served = await serveStates(GALLERY_STATES, { environment: 'production' })
      await use(async (page, name) => {
        const state = GALLERY_STATES.find((state) => state.name === name)
        if (state === undefined) throw new Error(`the gallery has no state “${name}”`)
        await page.addInitScript(recordShifts)
        await page.goto(served.urlOf(state, 'en'))
        // A frame outside of the window is not drawn.
        await page.locator('.card-frame').scrollIntoViewIfNeeded()
        await page.locator('.card-frame .empty').waitFor({ state: 'hidden' })
        await page.evaluate(() => scrollTo(0, 0))
      })
      await served.close()
    },
    { scope: 'worker' },
  ],
})

/** In the page: records what shifts without being scrolled, and what it is. The test itself scrolls, under a sticky button. */
function recordShifts(): void {
  const shifts: string[] = []
  const scrolls: number[] = []
  addEventListener('scroll', () => scrolls.push(performance.now()), { capture: true })
  const nameOf = ({ node }: { node: Node | null }) =>
    node instanceof Element ? `${node.localName}.${node.className}` : (node?.nodeName ?? '?')
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { sources } = entry as PerformanceEntry & { sources: { node: Node | null }[] }
      const isScrolled = scrolls.some((at) => Math.abs(at - entry.startTime) < 100)
      if (!isScrolled) shifts.push(sources.map(nameOf).join(' '))
    }
  }).observe({ type: 'layout-shift', buffered: true })
  Object.assign(globalThis, { shifts })
}

/** What has shifted so far; an observer is told within a frame or two. */
async function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return (globalThis as unknown as { shifts: string[] }).shifts
  })
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay / })

/** The distance from the bottom of the button to the bottom of the window, in pixels. */
async function aboveFoot(page: Page): Promise<number> {
  return payButton(page).evaluate((button) => innerHeight - button.getBoundingClientRect().bottom)
}

/** How many pixels of the focused control, also of one in the card frame, are under the docked button. */
async function coveredOfFocus(page: Page): Promise<number> {
  const inFrame = await page
    .frameLocator('.card-frame iframe')
    .locator(':root')
    .evaluate(() => {
      const { top = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {}
      return { top, bottom }
    })
  return page.evaluate((inFrame) => {
    const { activeElement } = document
    const bar = document.querySelector('.pay-bar')
    if (activeElement === null || bar === null || bar.contains(activeElement)) return 0
    const own = activeElement.getBoundingClientRect()
    const isFrame = activeElement instanceof HTMLIFrameElement
    const top = own.top + (isFrame ? inFrame.top : 0)
    const bottom = isFrame ? own.top + inFrame.bottom : own.bottom
    const cover = bar.getBoundingClientRect()
    if (own.right <= cover.left || own.left >= cover.right) return 0
    return Math.max(0, Math.min(bottom, cover.bottom) - Math.max(top, cover.top))
  }, inFrame)
}

test('On a phone the button docks once the first field is filled, and nothing shifts', async ({
  open,
  page,
}) => {
  await page.setViewportSize(PHONE)
  await open(page, 'open')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(await aboveFoot(page)).toBeLessThan(0)

  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('Email').blur()
  await expect.poll(() => aboveFoot(page)).toBe(12)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)

  // At the end of the form the button stands at its usual place.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  expect(await aboveFoot(page)).toBeGreaterThan(12)
})

test('Typing a card docks the button, too', async ({ open, page }) => {
  await page.setViewportSize(PHONE)
  await open(page, 'open')
  await page.frameLocator('.card-frame iframe').locator('#card-number').fill('4242')
  await expect.poll(() => aboveFoot(page)).toBe(12)
})

test('On a laptop the button is docked from the start, and stands at its place at the end', async ({
  open,
  page,
}) => {
  await page.setViewportSize(LAPTOP)
  for (const state of ['open', 'every-field']) {
    await open(page, state)
    expect(await aboveFoot(page)).toBe(12)
    expect(await shiftsOf(page)).toEqual([])
    // The promise about the card stands below the button.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    expect(await aboveFoot(page)).toBeGreaterThan(12)
    const promise = await page.locator('.assure p').boundingBox()
    const button = await payButton(page).boundingBox()
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(promise?.y ?? 0)
  }
})

for (const [device, size] of Object.entries({ phone: PHONE, laptop: LAPTOP }))
  test(`The docked button covers no focused field, forwards and backwards (${device})`, async ({
    open,
    page,
  }) => {
    await page.setViewportSize(size)
    await open(page, 'every-field')
    await page.getByLabel('Email').fill('ana@example.com')
    await page.getByLabel('Email').blur()
    await expect.poll(() => aboveFoot(page)).toBe(12)
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByLabel('Email').focus()

    for (const [key, steps] of [
      ['Tab', 17],
      ['Shift+Tab', 17],
    ] as const)
      for (let step = 0; step < steps; step++) {
        await page.keyboard.press(key)
        await expect.poll(() => coveredOfFocus(page), `${key} ${step}`).toBe(0)
      }
  })

test('The button does not dock in a magnified window, nor in a large one', async ({
  open,
  page,
}) => {
  await page.setViewportSize(MAGNIFIED)
  await open(page, 'open')
  await page.getByLabel('Email').fill('ana@example.com')
  await page.getByLabel('Email').blur()
  await expect(page.locator('.pay-bar')).toHaveCSS('position', 'static')
  for (const size of [
    { width: 1280, height: 470 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await expect(page.locator('.pay-bar')).toHaveCSS('position', 'static')
  }
  await page.setViewportSize(PHONE)
  await expect(page.locator('.pay-bar')).toHaveCSS('position', 'sticky')
})

for (const hasTouch of [true, false])
  test.describe(hasTouch ? 'By touch' : 'By mouse', () => {
    test.use({ hasTouch })
    test('a press where the button is about to dock chooses the method under it', async ({
      open,
      page,
    }) => {
      await page.setViewportSize(PHONE)
      await open(page, 'every-field')
      const pix = page.getByRole('radio', { name: 'Pix' })
      const { x, y } = (await pix.boundingBox()) ?? { x: 0, y: 0 }
      await page.setViewportSize({ ...PHONE, height: Math.ceil(y) + 44 })
      await page.getByLabel('Email').pressSequentially('ana@example.com')
      if (hasTouch) await page.touchscreen.tap(x + 10, y + 10)
      else await page.mouse.click(x + 10, y + 10)
      await expect(pix).toBeChecked()
      await expect(page.locator('.pay-bar')).toHaveCSS('position', 'sticky')
    })
  })

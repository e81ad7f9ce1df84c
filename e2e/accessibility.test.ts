import type { Page } from 'playwright/test'
import { axeFor, edgelessIn, lostIn, movingIn, resizeText, spaceText } from './appearance.ts'
import { expect, test } from './fixtures.ts'
import { PROOF } from './proof.ts'
import { interceptBackend, type State, STATES, words } from './states.ts'

type Mode = readonly [width: number, colorScheme: 'light' | 'dark']
const MODES: readonly Mode[] = [
  [1280, 'light'],
  [320, 'dark'],
]
const FURTHER_MODES: readonly Mode[] = [
  [1280, 'dark'],
  [768, 'light'],
  [768, 'dark'],
  [320, 'light'],
]
/** The viewport of a 1280 × 1024 screen at 400% zoom. */
const MAGNIFIED = { width: 320, height: 256 }
const HEIGHT = 800

/** Expects no axe violations, and nothing clipped. */
async function expectAccessible(page: Page, modes: readonly Mode[]): Promise<void> {
  for (const [width, colorScheme] of modes) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.emulateMedia({ colorScheme })
    expect(await faultsOf(page, colorScheme), `${width} ${colorScheme}`).toEqual([])
    expect(await lostIn(page), `${width}`).toEqual([])
  }
}

async function faultsOf(page: Page, colorScheme: Mode[1]): Promise<string[]> {
  const { violations } = await axeFor(page, colorScheme).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
}

for (const [name, state] of Object.entries<State>(STATES)) {
  test(`S-72: ${name}: no axe violations, nothing clipped, in every display mode`, async ({
    checkout,
    expired,
    merchant,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const backend = await interceptBackend(page)
    await state.reach({ checkout, merchant, expired })
    await expect(words(page, state.shows)).toBeVisible()
    backend.freeze()

    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('contentinfo')).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')

    await expectAccessible(page, MODES)
    expect(await movingIn(page)).toBe(0)

    await page.setViewportSize(MAGNIFIED)
    expect(await lostIn(page), 'magnified').toEqual([])
    await spaceText(page)
    expect(await lostIn(page), 'spaced').toEqual([])
    await page.setViewportSize({ width: 640, height: HEIGHT })
    await resizeText(page, 200)
    expect(await lostIn(page), 'large text').toEqual([])

    await resizeText(page, 100)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await edgelessIn(page), 'forced colours').toEqual([])
    await expect(words(page, state.shows)).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test(
    `S-72: ${name}: no axe violations, nothing clipped, in further widths and colours`,
    PROOF,
    async ({ checkout, expired, merchant, page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const backend = await interceptBackend(page)
      await state.reach({ checkout, merchant, expired })
      await expect(words(page, state.shows)).toBeVisible()
      backend.freeze()
      await expectAccessible(page, FURTHER_MODES)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  )
}

for (const name of ['open', 'declined', 'pix', 'boleto', 'authorized-already', 'paid'] as const) {
  test(
    `${name}, from right to left: no axe violations, nothing clipped`,
    name === 'open' ? {} : PROOF,
    async ({ checkout, expired, merchant, page }) => {
      const { url } = await STATES[name].reach({ checkout, merchant, expired })
      await expect(words(page, STATES[name].shows)).toBeVisible()
      await page.goto(`${url}?locale=ar`)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: HEIGHT })
        expect(await faultsOf(page, 'light'), `${width}`).toEqual([])
        expect(await lostIn(page), `${width}`).toEqual([])
      }
    },
  )
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** Rules of axe whose result a color scheme changes; the others see the same document in both. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

/** All rules for the light scheme; for the dark one those that can differ. */
export function axeFor(page: Page, colorScheme: 'light' | 'dark'): AxeBuilder {
  const axe = new AxeBuilder({ page })
    // To name all elements that pass takes most of the time.
    .options({ resultTypes: ['violations'] })
    // Only a page with frames needs a second page, in which the results of all frames are put together.
    .setLegacyMode(page.frames().length === 1)
  return colorScheme === 'dark' ? axe.withRules(OF_COLORS) : axe
}

/** Lists the elements that overflow the page or are clipped in their box. */
export function lostIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lost: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) lost.push(`the page is ${scrollWidth} wide`)
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, overflowY, clipPath, textOverflow } = getComputedStyle(element)
      const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      if (!isVisible || clipPath !== 'none' || element.matches('input, textarea')) continue
      const name = `${element.tagName} ${element.className} "${element.textContent?.slice(0, 40)}"`
      const { left, right, width } = element.getBoundingClientRect()
      if (width > 0 && (left < -1 || right > clientWidth + 1)) lost.push(`${name} sticks out`)
      const hides = [overflowX, overflowY].some((overflow) => overflow === 'hidden')
      const isCut =
        element.scrollWidth > element.clientWidth + 1 ||
        element.scrollHeight > element.clientHeight + 1
      if (hides && textOverflow !== 'ellipsis' && element.textContent !== '' && isCut)
        lost.push(`${name} is cut off`)
    }
    return lost
  })
}

/** Applies the text spacing of WCAG 2.2, 1.4.12. */
export function spaceText(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
       p { margin-block-end: 2em !important }`,
    )
    document.adoptedStyleSheets = [sheet]
  })
}

export function resizeText(page: Page, percent: number): Promise<void> {
  return page.evaluate((percent) => {
    document.adoptedStyleSheets = []
    document.documentElement.style.fontSize = `${percent}%`
  }, percent)
}

/** Lists the controls without a visible edge in forced colors. */
export function edgelessIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a.primary, input, select, textarea')]
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { borderTopStyle, borderTopWidth, textDecorationLine } = getComputedStyle(control)
        const hasEdge = borderTopStyle !== 'none' && parseFloat(borderTopWidth) > 0
        return !hasEdge && textDecorationLine !== 'underline'
      })
      .map((control) => control.outerHTML.slice(0, 80)),
  )
}

/** Counts running animations under `prefers-reduced-motion`. */
export function movingIn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.getAnimations().filter((animation) => {
        const { duration } = animation.effect?.getComputedTiming() ?? {}
        return animation.playState === 'running' && Number(duration) > 0
      }).length,
  )
}

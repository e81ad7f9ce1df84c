import { launch, type Browser, type ElementHandle, type Frame, type Page } from 'puppeteer-core'
import type { Control, Engine, EngineBrowser, EngineDocument, EnginePage, Key } from './engine.ts'

/** Firefox by WebDriver BiDi. */
export function firefox(executablePath: string): Engine {
  return {
    name: 'Firefox ESR',
    async launch(scheme) {
      const browser = await launch({
        browser: 'firefox',
        executablePath,
        extraPrefsFirefox: {
          'intl.accept_languages': 'en-US',
          'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
          // As on phones, where a scrollbar takes no room.
          'ui.useOverlayScrollbars': 1,
        },
      })
      return browserOf(browser)
    },
  }
}

function browserOf(browser: Browser): EngineBrowser {
  return {
    // A window instead of a tab: a background tab is hidden, and the page pauses there.
    newPage: async () => pageOf(await browser.newPage({ type: 'window' })),
    close: () => browser.close(),
  }
}

function pageOf(page: Page): EnginePage {
  const troubles: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(String(error)))
  return {
    ...documentOf(page.mainFrame(), page),
    // Not awaited: the load event waits for scripts that a flow may hold.
    async goTo(url) {
      void page.goto(url).catch(() => undefined)
    },
    async reload() {
      void page.reload().catch(() => undefined)
    },
    async frame(title) {
      const element = await page.$(`iframe[title="${title}"]`)
      const frame = await element?.contentFrame()
      return frame ? documentOf(frame, page) : undefined
    },
    press: (key) => pressKey(page, key),
    write: (text) => page.keyboard.type(text),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    troubles: async () => troubles,
    close: () => page.close(),
  }
}

async function pressKey({ keyboard }: Page, key: Key): Promise<void> {
  if (key !== 'Shift+Tab') return keyboard.press(key)
  await keyboard.down('Shift')
  await keyboard.press('Tab')
  await keyboard.up('Shift')
}

function documentOf(frame: Frame, page: Page): EngineDocument {
  return {
    async find(role, name) {
      const elements = await frame.$$(`::-p-aria([name="${name}"][role="${role}"])`)
      for (const element of elements) {
        if (await element.isVisible()) return controlOf(element, page)
      }
      return undefined
    },
    async select(selector) {
      const element = await frame.$(selector)
      return element === null ? undefined : controlOf(element, page)
    },
    evaluate: (expression) => frame.evaluate(expression),
  }
}

function controlOf(element: ElementHandle, page: Page): Control {
  const click = async () => {
    // Scrolls as a shopper does: drivers also click elements that a docked button covers.
    await element.evaluate(
      (node) => node instanceof Element && node.scrollIntoView({ block: 'center' }),
    )
    await element.click()
  }
  return {
    click,
    async type(text) {
      await click()
      await page.keyboard.down('Control')
      await page.keyboard.press('a')
      await page.keyboard.up('Control')
      await page.keyboard.type(text)
    },
  }
}

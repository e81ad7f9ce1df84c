import { launch, type Browser, type ElementHandle, type Frame, type Page } from 'puppeteer-core'
import type { Control, Engine, EngineBrowser, EngineDocument, EnginePage } from './engine.ts'

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
    async goTo(url) {
      await page.goto(url)
    },
    async reload() {
      await page.reload()
    },
    async frame(title) {
      const element = await page.$(`iframe[title="${title}"]`)
      const frame = await element?.contentFrame()
      return frame ? documentOf(frame, page) : undefined
    },
    press: (key) => page.keyboard.press(key),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    troubles: async () => troubles,
    close: () => page.close(),
  }
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
    evaluate: (expression) => frame.evaluate(expression),
  }
}

function controlOf(element: ElementHandle, page: Page): Control {
  return {
    click: () => element.click(),
    async type(text) {
      await element.click()
      await page.keyboard.down('Control')
      await page.keyboard.press('a')
      await page.keyboard.up('Control')
      await page.keyboard.type(text)
    },
  }
}

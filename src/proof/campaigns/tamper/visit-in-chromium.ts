import type { Browser, Page } from 'playwright'
import { listenToScripts, type ParsedScripts } from './parsed-scripts.ts'
import { RAN, STEALING_FORM, type Visit } from './visit.ts'

/** In Chromium, every parsed script without one of these hashes is a fault, too. */
export async function visitInChromium(
  browser: Browser,
  hashes: ReadonlySet<string>,
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(`a dialog said ${dialog.message()}`)
    void dialog.dismiss()
  })
  const scripts = await listenToScripts(page)
  return {
    async open(url) {
      await page.goto(url, { waitUntil: 'load' })
    },
    async submit() {
      await page.locator(STEALING_FORM).evaluate((form: HTMLFormElement) => form.submit())
    },
    url: async () => page.url(),
    findFaults: async () => [...(await whatRan(page, hashes, scripts)), ...dialogs],
    close: () => context.close(),
  }
}

async function whatRan(
  page: Page,
  hashes: ReadonlySet<string>,
  scripts: ParsedScripts,
): Promise<string[]> {
  await scripts.listenToFrames()
  const faults: string[] = []
  // A refused frame cannot be evaluated; a payload that ran in it would have messaged the page.
  for (const frame of page.frames().filter((one) => one.url().startsWith('http')))
    if ((await frame.evaluate(RAN)) === true) faults.push(`it ran in ${frame.url()}`)
  for (const { url, sha384 } of await scripts.all())
    if (url.startsWith('http') && !hashes.has(sha384))
      faults.push(`a script of ${url} ran that is not in the inventory`)
  return faults
}

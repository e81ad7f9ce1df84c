import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CARDS, CheckoutPage } from '#client/testing/index.ts'
import { expect, test as base } from './fixtures.ts'
import { CHECKOUT_URL } from './product.ts'

/** Serves markup on another site and returns its address. */
type Show = (markup: string) => string

const test = base.extend<{ show: Show }>({
  show: async ({ playwright: _playwright }, use) => {
    const server = createServer((request, response) => {
      const markup = new URL(request.url ?? '', 'http://site').searchParams.get('markup') ?? ''
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(`<!doctype html><title>Another site</title><h1>Another site</h1>${markup}`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await use((markup) => `http://127.0.0.1:${port}/?${new URLSearchParams({ markup }).toString()}`)
    server.close().closeAllConnections()
  },
})

const frames: Record<string, (url: string, show: Show) => string> = {
  'an iframe': (url) => `<iframe src="${url}"></iframe>`,
  'an iframe in a sandbox': (url) =>
    `<iframe sandbox="allow-scripts allow-forms" src="${url}"></iframe>`,
  'an object': (url) => `<object type="text/html" data="${url}"></object>`,
  'an embed': (url) => `<embed type="text/html" src="${url}">`,
  'a frame in a frame': (url, show) =>
    `<iframe src="${show(`<iframe src='${url}'></iframe>`).replaceAll('&', '&amp;')}"></iframe>`,
}

for (const [name, markup] of Object.entries(frames))
  test(`S-50: Another site cannot embed the page in ${name}`, async ({ merchant, page, show }) => {
    const { url } = await merchant.createSession()
    const refused = page.waitForEvent('console', (message) =>
      /frame-ancestors|X-Frame-Options/.test(message.text()),
    )
    await page.goto(show(markup(url, show)))
    await expect(page.getByRole('heading', { name: 'Another site' })).toBeVisible()
    await refused
    for (const frame of page.frames()) {
      expect(frame.url().startsWith(CHECKOUT_URL)).toBe(false)
      await expect(frame.getByRole('button', { name: /^(Pay|Get) / })).toHaveCount(0)
    }
  })

test('S-71: A page that opens the checkout in a window loses its reference to it, and the shopper pays', async ({
  context,
  merchant,
  page,
  show,
}) => {
  const session = await merchant.createSession()
  await page.goto(show('<button>Buy</button>'))
  const opening = context.waitForEvent('page')
  await page.evaluate((url) => {
    Object.assign(window, { opened: window.open(url, 'checkout', 'width=500,height=800') })
  }, session.url)
  const popup = await opening
  const checkout = new CheckoutPage(popup)
  await expect(checkout.payButton).toBeVisible()

  expect(await popup.evaluate(() => window.opener as unknown)).toBeNull()
  const held = () =>
    page.evaluate(() => {
      const { opened } = window as unknown as { opened: Window }
      return { closed: opened.closed, frames: opened.length }
    })
  expect(await held()).toEqual({ closed: true, frames: 0 })
  await page.evaluate(() => {
    const { opened } = window as unknown as { opened: Window }
    opened.postMessage('hello', '*')
    opened.location = 'about:blank'
    opened.close()
  })

  await checkout.payByCard(CARDS.success)
  await expect(checkout.paid).toBeVisible()
  await merchant.paidOnce(session)
})

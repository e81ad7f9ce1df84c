import { expect, type Page, test } from 'playwright/test'
import { axeFor, lostIn } from './appearance.ts'
import { PROOF } from './proof.ts'
import { linksIn, readDocuments } from '#proof/inventories/documents.ts'
import { ADMIN_URL, API_URL, CHECKOUT_URL, PRIVATE_URL, STORE_URL } from './product.ts'

const DOCS_URL = `${API_URL}/docs`
const SCHEMES = ['light', 'dark'] as const
const WIDTHS = [1280, 768, 360] as const

/** Collects CSP violations, console errors and requests to other origins. */
function watch(page: Page): string[] {
  const troubles: string[] = []
  page.on('console', (message) => troubles.push(message.text()))
  page.on('pageerror', ({ message }) => troubles.push(message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${API_URL}/docs`)) troubles.push(request.url())
  })
  return troubles
}

for (const colorScheme of SCHEMES) {
  for (const width of WIDTHS) {
    test(
      `The reference, ${colorScheme} at ${width}: no axe violations, nothing clipped, no policy violations`,
      (colorScheme === 'light') === (width === Math.max(...WIDTHS)) ? {} : PROOF,
      async ({ page }) => {
        test.slow()
        const troubles = watch(page)
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await page.goto(DOCS_URL)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(
          'Hosted Checkout API (sandbox)',
        )
        // All calls would take minutes: two with bodies contain every kind of element.
        await page.evaluate(() => {
          const parts = '#createSession details, #simulateSession details'
          for (const part of document.querySelectorAll<HTMLDetailsElement>(parts)) part.open = true
        })
        const { violations } = await axeFor(page, colorScheme).analyze()
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`),
        ).toEqual([])
        expect(await lostIn(page)).toEqual([])
        expect(troubles).toEqual([])
      },
    )
  }
}

test('The chosen language applies to all samples, and is remembered', async ({ page }) => {
  await page.goto(`${DOCS_URL}#createRefund`)
  const section = page.locator('#createRefund')
  await expect(section.getByText("curl 'http")).toBeVisible()
  await expect(section.getByText('await checkout.sessions.refund(')).toBeHidden()
  await section.getByRole('button', { name: 'TypeScript' }).click()
  await expect(section.getByText('await checkout.sessions.refund(')).toBeVisible()
  await expect(section.getByRole('button', { name: 'TypeScript' })).toBeFocused()
  await expect(page.getByText("curl 'http").filter({ visible: true })).toHaveCount(0)
  await page.reload()
  await expect(section.getByText('await checkout.sessions.refund(')).toBeVisible()
})

test('A sample is copied verbatim', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${DOCS_URL}#readSession`)
  const sample = page.locator('#readSession .sample').first()
  await sample.getByRole('button', { name: 'Copy' }).click()
  await expect(sample.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await sample.locator('code').textContent())
  expect(copied).toMatch(
    /^curl 'http:\/\/localhost:\d+\/v1\/sessions\/cs_\w+' \\\n {2}-H "X-Api-Key/,
  )
})

test('A call is found by keyboard alone', async ({ page }) => {
  await page.goto(DOCS_URL)
  await page.keyboard.press('/')
  const filter = page.getByRole('searchbox')
  await expect(filter).toBeFocused()
  await page.keyboard.type('/refunds')
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.getByRole('link', { name: /^Refund a payment/ })).toBeVisible()
  await expect(contents.getByRole('link', { name: /^Create a session/ })).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${DOCS_URL}#createRefund`)
  await expect(page.getByRole('heading', { name: 'Refund a payment' })).toBeInViewport()
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await expect(contents.getByRole('link', { name: /^Create a session/ })).toBeVisible()
})

test('On a phone the contents open over the page, and close after navigation', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(DOCS_URL)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents).toBeHidden()
  await page.getByRole('button', { name: 'Contents' }).click()
  const { violations } = await axeFor(page, 'light').include('#contents').analyze()
  expect(violations).toEqual([])
  await contents.getByRole('link', { name: 'payment.failed' }).click()
  await expect(contents).toBeHidden()
  await expect(page.getByRole('heading', { name: 'payment.failed' })).toBeInViewport()
})

test('The contents mark the current section', async ({ page }) => {
  await page.goto(`${DOCS_URL}#cancelSession`)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.locator('[aria-current]')).toHaveText(/^Cancel an open session/)
  await page.goto(`${DOCS_URL}#already_paid`)
  await expect(page.getByRole('article').filter({ hasText: 'already_paid' })).toBeInViewport()
  await expect(contents.locator('[aria-current]')).toHaveText('Refusals')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('both languages are shown, and the contents list every call', async ({ page }) => {
    await page.goto(DOCS_URL)
    const contents = page.getByRole('navigation', { name: 'Contents' })
    await contents.getByRole('link', { name: /^Refund a payment/ }).click()
    const section = page.locator('#createRefund')
    await expect(section.getByText("curl 'http")).toBeVisible()
    await expect(section.getByText('await checkout.sessions.refund(')).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeHidden()
  })
})

/** Where the product under test has what the documents find at the default ports. */
const SERVED: Record<string, string> = {
  4242: CHECKOUT_URL,
  4243: API_URL,
  4244: STORE_URL,
  4245: PRIVATE_URL,
  4247: ADMIN_URL,
}

test('X-2: each address of this machine in the documents, and each link of the reference, is answered', async () => {
  const texts = [...readDocuments().values()]
  const linked = texts.flatMap(linksIn)
  // In code an origin alone is a value; with a path it is an address to open.
  const written = texts.flatMap(
    (text) =>
      text.match(/http:\/\/(?:localhost|127\.0\.0\.1):42\d\d\/[\w/.-]+(?![\w/.<{…-])/g) ?? [],
  )
  const reference = await (await fetch(DOCS_URL)).text()
  const own = [...reference.matchAll(/ href="(\/[^"]*)"/g)].map(([, path]) => `${API_URL}${path}`)
  const addresses = [...linked, ...written].flatMap((address) => {
    const [, port = '', path = ''] =
      /^http:\/\/(?:localhost|127\.0\.0\.1):(42\d\d)(.*)$/.exec(address) ?? []
    const origin = SERVED[port]
    return origin === undefined ? [] : [`${origin}${path}`]
  })
  expect(addresses.length).toBeGreaterThan(6)
  const statuses = await Promise.all(
    [...new Set([...addresses, ...own])].map(async (address) => {
      const { status } = await fetch(address, { headers: { accept: 'text/html' } })
      return `${address} ${status}`
    }),
  )
  // A call without a key is refused, and is there.
  expect(statuses.filter((line) => !/ (?:200|401)$/.test(line))).toEqual([])
})

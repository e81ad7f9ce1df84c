import { expect, test, type Page } from 'playwright/test'
import { PROOF } from './proof.ts'
import { axeFor, lostIn } from './appearance.ts'
import { CHECKOUT_URL } from './product.ts'

// Frames choose their own color scheme only when the browser emulates none.
test.use({ colorScheme: null, permissions: ['clipboard-read', 'clipboard-write'] })

/** Collects console errors and requested hosts. */
function watch(page: Page) {
  const complaints: string[] = []
  const origins = new Set<string>()
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('request', (request) => origins.add(new URL(request.url()).hostname))
  return { complaints, origins }
}

function frameOf(page: Page, title: string) {
  return page.frameLocator(`iframe[title="${title}"]`)
}

test('a session is composed, previewed live in both themes, and copied as a call', async ({
  page,
}) => {
  const { complaints, origins } = watch(page)
  await page.goto('/preview')
  const light = frameOf(page, 'Open, 360 px, light')
  const dark = frameOf(page, 'Open, 360 px, dark')
  await expect(light.getByRole('button', { name: 'Get Pix code' })).toBeVisible()
  const ground = (frame: typeof light) =>
    frame.locator('body').evaluate((body) => getComputedStyle(body).colorScheme)
  await expect(light.locator('.pay')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(dark.locator('.pay')).toHaveCSS('background-color', 'rgb(20, 23, 29)')
  expect(await ground(light)).toBe('light dark')

  await page.getByLabel('Price of one').fill('1.234,50')
  await page.getByText('Shop and look').click()
  await page.getByRole('textbox', { name: 'Name of the shop' }).fill("Ana's <b>Books</b>")
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffd400')
  await expect(page.getByText(/On light: words on the button 13\.\d:1, links 4\.5:1/)).toBeVisible()
  await expect(light.getByText('R$1,234.50').first()).toBeVisible()
  await expect(light.getByText("Ana's <b>Books</b>").first()).toBeVisible()
  await expect(light.getByRole('button', { name: 'Get Pix code' })).toHaveCSS(
    'background-color',
    'rgb(255, 212, 0)',
  )

  await page.getByRole('radio', { name: 'JSON' }).check()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(copied)).toMatchObject({
    currency: 'BRL',
    lineItems: [{ unitAmount: 123_450 }],
  })
  expect(complaints).toEqual([])
  expect([...origins]).toEqual(['localhost'])
})

test('an action shows its result, and leads to no other site', async ({ page }) => {
  const { complaints, origins } = watch(page)
  await page.goto('/preview?theme=light')
  const frame = frameOf(page, 'Open, 360 px, light')
  await frame.getByLabel('Email').fill('ana@example.com')
  await frame.getByRole('button', { name: 'Get Pix code' }).click()
  await expect(frame.getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()

  await page.getByRole('link', { name: 'Paid', exact: true }).click()
  const paid = frameOf(page, 'Paid, 360 px, light')
  await paid.getByRole('link', { name: 'Back to Norte Livros' }).last().click()
  await expect(paid.getByText('Here the shopper leaves the page')).toBeVisible()
  expect(complaints).toEqual([])
  expect([...origins]).toEqual(['localhost'])
})

test('every state has an address: back, forward, reload and a shared link keep it', async ({
  page,
  context,
}) => {
  await page.goto('/preview')
  await page.getByRole('button', { name: 'Every field' }).click()
  await expect(page.getByLabel('Your order')).toHaveValue('L-7')
  await page.getByRole('link', { name: 'Pix code', exact: true }).click()
  await page.getByRole('radio', { name: '768' }).check()
  await page.getByRole('radio', { name: 'Dark' }).check()
  const title = 'Pix code, 768 px, dark'
  await expect(frameOf(page, title).getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()

  await page.reload()
  await expect(frameOf(page, title).getByText('Lumen Studio').first()).toBeVisible()
  await expect(page.getByLabel('Your order')).toHaveValue('L-7')

  await page.goBack()
  await page.goBack()
  await expect(page.locator('iframe[title="Pix code, 360 px, light"]')).toBeVisible()
  await page.goBack()
  await expect(page.locator('iframe[title="Open, 360 px, light"]')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Your order')).toHaveValue('A-1001')
  await page.goForward()
  await expect(page.getByLabel('Your order')).toHaveValue('L-7')

  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByLabel('Your order')).toHaveValue('L-7')
})

test('a state that is opened alone shows that it is a preview', async ({ page, context }) => {
  const { complaints } = watch(page)
  await page.goto('/preview?state=boleto')
  await page.getByRole('button', { name: 'Every field' }).click()
  // The first composition offers no boleto: the link opens another state until the response for the new composition.
  await expect(page.locator('iframe[title^="Boleto, "]').first()).toBeVisible()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Open this state' }).click()
  const alone = await opened
  expect(alone.url()).toMatch(new RegExp(`^${CHECKOUT_URL}/c/preview\\.boleto\\.`))
  await expect(alone.getByRole('note')).toHaveText(/^Preview of a payment page: there’s no order/)
  await expect(alone.getByText('No real money moves here')).toBeVisible()
  expect(complaints).toEqual([])
})

test('an API error shows at its field, and the preview stays', async ({ page }) => {
  await page.goto('/preview?theme=light')
  const frame = frameOf(page, 'Open, 360 px, light')
  await expect(frame.getByRole('button', { name: 'Get Pix code' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Currency' }).fill('USD')
  const refusal = page.getByText('The API would refuse this session:')
  await expect(refusal).toBeVisible()
  await page.getByRole('link', { name: 'paymentMethods.0' }).click()
  await expect(page.getByText(/Pix takes BRL only/).first()).toBeFocused()
  await expect(page.getByText('The page shows the last order that was right.')).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Get Pix code' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Pix' }).uncheck()
  await expect(refusal).toBeHidden()
  await expect(frame.getByRole('button', { name: 'Pay $45.90' })).toBeVisible()
})

test('an invalid address shows a notice', async ({ page }) => {
  await page.goto('/preview?c=AAAA')
  await expect(page.getByText('The address held nothing that can be read.')).toBeVisible()
  await expect(page.getByLabel('Your order')).toHaveValue('A-1001')
})

test('a session with manual capture is composed: its button authorizes, and its call says so', async ({
  page,
}) => {
  await page.goto('/preview')
  const light = frameOf(page, 'Open, 360 px, light')
  await expect(light.getByRole('button', { name: 'Get Pix code' })).toBeVisible()
  await page.locator('summary', { hasText: /^Payment$/ }).click()
  await page.getByLabel('The money is taken').selectOption('manual')
  await expect(light.getByRole('button', { name: /^Authorize R\$/ })).toBeVisible()
  await expect(light.getByRole('button', { name: 'Get Pix code' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'JSON' }).check()
  await expect(page.getByText('"captureMethod": "manual"')).toBeVisible()
})

test('the composer keeps the focus when the previewed page focuses an element', async ({
  page,
}) => {
  await page.goto('/preview?state=pix-over&theme=light')
  const name = page.locator('#field-lineItems-0-name')
  await name.focus()
  const frame = frameOf(page, 'Pix code out of time, 360 px, light')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('The Pix code has expired')
  await name.pressSequentially(' and more')
  await expect(frame.getByText('and more').first()).toBeAttached()
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('The Pix code has expired')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Grande Sertão: Veredas and more')
})

test('the overview of states: visible ones are live, and each links to itself', async ({
  page,
}) => {
  const { complaints } = watch(page)
  await page.goto('/preview')
  await page.getByRole('radio', { name: 'All states' }).check()
  const first = frameOf(page, 'Open')
  await expect(first.locator('form [type=submit]')).toHaveText('Get Pix code')
  expect(await page.locator('iframe').count()).toBeLessThan(20)
  const canceled = page.getByRole('link', { name: 'Canceled', exact: true })
  await canceled.scrollIntoViewIfNeeded()
  await expect(page.locator('iframe[title="Canceled"]')).toBeAttached()
  await expect(page.locator('iframe[title="Open"]')).toBeHidden()
  await canceled.click()
  await expect(page.locator('iframe[title="Canceled, 360 px, light"]')).toBeVisible()
  // Two of the states respond 404 and 503.
  expect(complaints.filter((text) => !/status of (404|503)/.test(text))).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(
    `no axe violations, nothing clipped, ${colorScheme}`,
    colorScheme === 'light' ? {} : PROOF,
    async ({ page }) => {
      test.slow()
      await page.emulateMedia({ colorScheme })
      for (const address of ['/preview', '/preview?scope=every']) {
        await page.goto(address)
        await expect(page.getByRole('main')).toBeVisible()
        if (address === '/preview') {
          await page.getByRole('button', { name: 'Every field' }).click()
          await page.locator('.part:not([open]) > summary').first().waitFor()
          for (const part of ['Payment', 'Shop and look', 'Customer', 'Language and return'])
            await page.locator('.part > summary', { hasText: part }).click()
          await page.getByLabel('Quantity').first().fill('none')
          await expect(page.getByText('The API would refuse this session:')).toBeVisible()
        }
        for (const width of [1280, 768, 360]) {
          await page.setViewportSize({ width, height: 800 })
          const { violations } = await axeFor(page, colorScheme).exclude('iframe').analyze()
          expect(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`),
            `${address} ${width}`,
          ).toEqual([])
          expect(await lostIn(page), `${address} ${width}`).toEqual([])
        }
      }
    },
  )

import type { Page } from 'playwright/test'
import { parseBrCode } from '#domain/methods/pix/br-code.ts'
import { expect, test } from './fixtures.ts'

const TAX_ID = '529.982.247-25'
/** Longer than the interval of the page's refresh. */
const PATIENCE_MS = 30_000

test.use({ javaScriptEnabled: false })

function link(page: Page, name: string) {
  return page.getByRole('link', { name, exact: true })
}

/** A locator by text that includes `noscript`, which Playwright's own skips. */
function textOf(page: Page, text: string | RegExp) {
  return page.locator('main :is(p, dt)', { hasText: text })
}

function field(page: Page, name: string) {
  return page.getByRole('textbox', { name, exact: true })
}

function payBy(page: Page, method: 'Pix' | 'boleto') {
  return page.getByRole('button', { name: method === 'Pix' ? 'Get Pix code' : 'Get boleto' })
}

test.describe('Without JavaScript', () => {
  test('the page shows merchant, order, amount and methods, and why a card needs a script', async ({
    context,
    merchant,
    page,
  }) => {
    await page.goto((await merchant.createSession()).url)
    await expect(link(page, 'Back to Norte Livros')).toBeVisible()
    await expect(page.getByText('R$259.90').first()).toBeVisible()
    await expect(page.getByText('Grande Sertão: Veredas')).toBeVisible()
    await expect(textOf(page, 'Cards need JavaScript')).toBeVisible()
    await expect(textOf(page, /^Your card is encrypted in your browser/)).toBeVisible()
    await expect(link(page, 'Pay with Pix')).toBeVisible()
    await expect(link(page, 'Pay with boleto')).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    expect(await context.cookies()).toEqual([])
  })

  test('a Pix is paid, the merchant is notified, and the receipt links back', async ({
    context,
    merchant,
    page,
  }) => {
    const session = await merchant.createSession({ collect: { email: 'required' } })
    await page.goto(session.url)
    await link(page, 'Pay with Pix').click()
    await expect(link(page, 'Pay with Pix')).toHaveCount(0)
    await field(page, 'Email').fill('succeed_immediately@example.com')
    await payBy(page, 'Pix').click()

    const paid = page.getByRole('heading', { name: 'Payment received' })
    await expect(paid).toBeVisible({ timeout: PATIENCE_MS })
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.locator('meta[http-equiv]')).toHaveCount(0)
    expect(await context.cookies()).toEqual([])
    expect((await merchant.notified(session.id, 3)).at(-1)).toBe('session.completed')
    await link(page, 'Back to Norte Livros').first().click()
    await expect(page).toHaveURL(
      new RegExp(`^${merchant.inbox.origin}/ok\\?session_id=${session.id}&status=complete`),
    )
  })

  test('a pending Pix shows its code, refreshes itself, and can be replaced by another method', async ({
    merchant,
    page,
  }) => {
    const session = await merchant.createSession({ customer: { email: 'fill_never@example.com' } })
    await page.goto(session.url)
    await link(page, 'Pay with Pix').click()
    await payBy(page, 'Pix').click()

    await expect(page.getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
    const code = await field(page, 'Pix code').inputValue()
    expect(parseBrCode(code)).toBeDefined()
    await expect(page.getByRole('img', { name: 'Pix QR code' })).toBeVisible()
    await expect(textOf(page, 'Pay by')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveCount(0)
    await expect(page.getByRole('button')).toHaveCount(0)
    const refresh = page.locator('head meta[http-equiv=refresh]')
    await expect(refresh).toHaveAttribute('content', '15;url=?from=form')
    await page.waitForRequest(`**/c/*?from=form`, { timeout: PATIENCE_MS })
    await link(page, 'Check now').click()
    await expect(field(page, 'Pix code')).toHaveValue(code)

    await link(page, 'Pay another way').click()
    await expect(link(page, 'Back to the Pix code')).toBeVisible()
    await link(page, 'Pay with boleto').click()
    await field(page, 'Full name').fill('Ana Souza')
    await field(page, 'CPF or CNPJ').fill(TAX_ID)
    await payBy(page, 'boleto').click()
    await expect(page.getByRole('heading', { name: 'Your boleto is ready' })).toBeVisible()
    const read = await merchant.client.sessions.get(session.id)
    expect(read).toMatchObject({ attempts: 2, payment: { method: 'boleto' } })
  })

  test('an invalid form keeps its input, and then creates a boleto', async ({ merchant, page }) => {
    const session = await merchant.createSession({ customer: { email: 'fill_never@example.com' } })
    await page.goto(session.url)
    await link(page, 'Pay with boleto').click()
    await field(page, 'Full name').fill('Ana Souza')
    await field(page, 'CPF or CNPJ').fill('111.444.777-00')
    await payBy(page, 'boleto').click()

    const notice = page.getByRole('alert')
    await expect(notice).toContainText('Check 1 field: CPF or CNPJ.')
    const taxId = field(page, 'CPF or CNPJ')
    await expect(taxId).toHaveAttribute('aria-invalid', 'true')
    await expect(taxId).toHaveAccessibleDescription('Check the CPF or CNPJ.')
    await expect(field(page, 'Full name')).toHaveValue('Ana Souza')
    await taxId.fill(TAX_ID)
    await payBy(page, 'boleto').click()

    await expect(page.getByRole('heading', { name: 'Your boleto is ready' })).toBeVisible()
    const line = await field(page, 'Boleto number').inputValue()
    expect(line.replaceAll(/\D/g, '')).toHaveLength(47)
    await expect(page.getByRole('img', { name: 'Barcode of the boleto' })).toBeVisible()
    await expect(page.getByText('Due date')).toBeVisible()
    await merchant.client.sandbox.simulate(session.id, { outcome: 'boleto_paid' })
    await link(page, 'Check now').click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  })

  test('a double submission creates one payment', async ({ merchant, page }) => {
    const session = await merchant.createSession({ customer: { email: 'fill_never@example.com' } })
    await page.goto(session.url)
    await link(page, 'Pay with Pix').click()
    await payBy(page, 'Pix').dblclick()
    await expect(page.getByRole('heading', { name: 'Pay with Pix' })).toBeVisible()
    expect(await merchant.client.sessions.get(session.id)).toMatchObject({ attempts: 1 })
  })

  test('S-53: two tabs of one browser work independently', async ({ context, merchant, page }) => {
    const session = await merchant.createSession({ customer: { email: 'fill_never@example.com' } })
    const other = await context.newPage()
    for (const tab of [page, other]) {
      await tab.goto(session.url)
      await link(tab, 'Pay with boleto').click()
      await field(tab, 'Full name').fill('Ana Souza')
    }
    const cookie = async () => (await context.cookies()).map(({ value }) => value).join()
    const opened = await cookie()
    expect(opened).toMatch(/^[\w-]{43}$/)
    await field(page, 'CPF or CNPJ').fill('111.444.777-00')
    await payBy(page, 'boleto').click()
    await expect(page.getByRole('alert')).toContainText('Check 1 field: ')
    const replaced = await cookie()
    expect(replaced).not.toBe(opened)

    await field(other, 'CPF or CNPJ').fill(TAX_ID)
    await payBy(other, 'boleto').click()
    await expect(other.getByRole('alert')).toContainText('Please try again')
    await expect(field(other, 'Full name')).toHaveValue('Ana Souza')
    await expect(field(other, 'CPF or CNPJ')).toHaveValue(TAX_ID)
    expect(await cookie()).toBe(replaced)
    await payBy(other, 'boleto').click()
    await expect(other.getByRole('heading', { name: 'Your boleto is ready' })).toBeVisible()
    expect(await context.cookies()).toEqual([])

    await field(page, 'CPF or CNPJ').fill(TAX_ID)
    await payBy(page, 'boleto').click()
    await expect(page.getByRole('heading', { name: 'Your boleto is ready' })).toBeVisible()
    expect(await merchant.client.sessions.get(session.id)).toMatchObject({ attempts: 1 })
  })

  test('a form with a lost cookie comes back with a notice, and then pays', async ({
    context,
    merchant,
    page,
  }) => {
    const customer = { email: 'fill_never@example.com' }
    const collect = { email: 'optional', name: 'required' } as const
    const session = await merchant.createSession({ customer, collect })
    await page.goto(session.url)
    await link(page, 'Pay with Pix').click()
    await field(page, 'Full name').fill('Ana Souza')
    await context.clearCookies()
    await payBy(page, 'Pix').click()
    await expect(page.getByRole('alert')).toContainText('Please try again')
    await expect(field(page, 'Full name')).toHaveValue('Ana Souza')
    await payBy(page, 'Pix').click()
    await expect(field(page, 'Pix code')).toBeVisible()
  })

  test('R-100: a hold is shown, and so is its capture in part; a card still needs a script', async ({
    merchant,
    page,
  }) => {
    const session = await merchant.createSession({ captureMethod: 'manual' })
    await page.goto(session.url)
    await expect(textOf(page, 'Cards need JavaScript')).toBeVisible()
    await expect(link(page, 'Pay with Pix')).toHaveCount(0)
    await expect(page.getByRole('button')).toHaveCount(0)

    await merchant.client.sandbox.simulate(session.id, { outcome: 'authorize' })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Payment authorized' })).toBeVisible()
    await expect(textOf(page, 'Nothing has been taken yet')).toBeVisible()
    await expect(page.locator('dl', { hasText: 'Authorized' })).toContainText('R$259.90')
    await expect(page.getByRole('heading', { name: 'Payment received' })).toHaveCount(0)
    expect(await merchant.captures(session)).toEqual([])

    await merchant.client.sessions.capture(session.id, { amount: 20_000 })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Payment authorized' })).toHaveCount(0)
    await expect(page.locator('dl', { hasText: 'Authorized' })).toContainText(
      /R\$259\.90.*R\$200\.00/s,
    )
    await link(page, 'Back to Norte Livros').first().click()
    await expect(page).toHaveURL(/session_id=cs_\w+&status=complete/)
  })

  test('R-101: a hold that is released says so', async ({ merchant, page }) => {
    const session = await merchant.createSession({ captureMethod: 'manual' })
    await merchant.client.sandbox.simulate(session.id, { outcome: 'authorize' })
    await page.goto(session.url)
    await expect(page.getByRole('heading', { name: 'Payment authorized' })).toBeVisible()
    await merchant.client.sessions.void(session.id)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The hold was released' })).toBeVisible()
    await expect(textOf(page, /haven’t been charged/)).toBeVisible()
  })

  test('an expired Pix shows it, and offers the methods again', async ({ merchant, page }) => {
    const customer = { email: 'expire_immediately@example.com' }
    await page.goto((await merchant.createSession({ customer })).url)
    await link(page, 'Pay with Pix').click()
    await payBy(page, 'Pix').click()
    await expect(page.getByText('The Pix code has expired')).toBeVisible({ timeout: PATIENCE_MS })
    await expect(link(page, 'Pay with Pix')).toBeVisible()
  })

  test('the chosen language stays until the code', async ({ merchant, page }) => {
    const customer = { email: 'fill_never@example.com' }
    const { url } = await merchant.createSession({ customer })
    await page.goto(`${url}?locale=pt-BR`)
    await expect(textOf(page, 'O cartão precisa de JavaScript')).toBeVisible()
    await link(page, 'Pagar com Pix').click()
    await page.getByRole('button', { name: 'Gerar código Pix' }).click()
    await expect(textOf(page, 'Pague até')).toBeVisible()
    await expect(link(page, 'Verificar agora')).toBeVisible()
    await expect(page).toHaveURL(/\?from=form&locale=pt-BR$/)
  })

  test('an ended session and an unknown one have a page', async ({ merchant, page }) => {
    const session = await merchant.createSession()
    await merchant.client.sessions.cancel(session.id)
    await page.goto(`${session.url}?pay=pix`)
    await expect(page.getByRole('heading', { name: 'This payment was canceled' })).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    await page.goto('/c/nobodyknowsthisreference000000000')
    await expect(page.getByRole('heading', { name: 'We can’t find this payment' })).toBeVisible()
  })
})

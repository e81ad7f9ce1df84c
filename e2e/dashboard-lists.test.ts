import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { checkoutCommand } from './checkout-command.ts'
import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'
import { openShop } from './dashboard-shop.ts'

/** Creates a merchant in a time zone with a half-hour offset. */
async function openShopInKolkata() {
  const { merchantId, client } = await openShop({ 'time-zone': 'Asia/Kolkata' })
  const open = (orderReference: string, amount: number) =>
    client.sessions.create({
      merchantId,
      amount,
      orderReference,
      customer: { email: 'ada@mail.example' },
    })
  return { merchantId, client, open }
}

const rowsOf = (page: Page) => page.getByRole('table').getByRole('row')
const orders = (page: Page) => page.getByRole('table').getByRole('rowheader')

test('Payments are narrowed by keyboard alone; a reload, and whoever gets the link, sees the same', async ({
  page,
}) => {
  const { merchantId, client, open } = await openShopInKolkata()
  const [paid, declined] = [await open('A-1', 25_990), await open('A-2', 9990)]
  await open('A-3', 4990)
  await client.sandbox.simulate(paid.id, { outcome: 'pay' })
  await client.sandbox.simulate(declined.id, { outcome: 'decline' })
  await signIn(page, await invite())
  await page.goto(`/m/${merchantId}/payments`)
  await expect(heading(page, 'Payments of Norte Livros')).toBeVisible()
  await expect(orders(page)).toHaveText(['A-3', 'A-2', 'A-1'])
  await expect(rowsOf(page).nth(3)).toContainText('a•••@mail.example')
  await expect(page.getByText('3 shown · that is all')).toBeVisible()
  await looksRight(page)

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'A-2' })).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Payment A-2')).toBeVisible()
  await page.goBack()

  await page.getByRole('link', { name: 'Declined', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(orders(page)).toHaveText(['A-2'])
  await expect(page).toHaveURL(/\?declined=yes$/)
  await page.getByText('More filters').focus()
  await page.keyboard.press('Enter')
  const from = page.getByRole('textbox', { name: 'Amount from' })
  await from.focus()
  // Letters are text in this field, not shortcuts of the page.
  await page.keyboard.type('kjc')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'An amount is not clear' })).toBeVisible()
  await looksRight(page)
  await from.fill('100,00')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing matches these filters')).toBeVisible()
  await looksRight(page)
  await page.getByRole('link', { name: 'Remove the filter: Declined' }).click()
  await expect(orders(page)).toHaveText(['A-1'])

  await page.getByLabel('Times in').selectOption({ label: 'the merchant’s zone (Kolkata)' })
  await page.reload()
  await expect(page).toHaveURL(/\?amountFrom=100\.00&tz=merchant$/)
  await expect(orders(page)).toHaveText(['A-1'])
  await expect(page.getByLabel('Times in')).toHaveValue('merchant')
  // Links keep the time zone.
  await page.getByRole('link', { name: 'A-1' }).click()
  await expect(page).toHaveURL(`/m/${merchantId}/payments/${paid.id}?tz=merchant`)
  await page.getByRole('link', { name: 'Checkout', exact: true }).click()
  await expect(page).toHaveURL('/?tz=merchant')
})

test('Of more than a page the rest is found further back, and every merchant’s are at the root', async ({
  page,
}) => {
  const { merchantId, open } = await openShopInKolkata()
  for (let n = 1; n <= 53; n += 1) await open(`B-${n}`, 1000 + n)
  await signIn(page, await invite())
  await page.goto(`/m/${merchantId}/payments`)
  await expect(rowsOf(page)).toHaveCount(51)
  await expect(page.getByText('50 shown · looked back to')).toBeVisible()
  await page.getByRole('button', { name: 'Look further' }).click()
  await expect(rowsOf(page)).toHaveCount(54)
  await expect(orders(page).last()).toHaveText('B-1')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(`/m/${merchantId}/payments`)
  await page
    .getByRole('navigation', { name: 'The operator’s places' })
    .getByRole('link', { name: 'Payments' })
    .click()
  await expect(heading(page, 'Payments')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Norte Livros' }).first()).toBeVisible()
  await looksRight(page)
})

test('A file has what the list shows: sums equal, no formula, days and name of the zone', async ({
  page,
}) => {
  const { merchantId, client, open } = await openShopInKolkata()
  const amounts = [1990, 25_990, 100]
  for (const [n, amount] of amounts.entries()) {
    const { id } = await open(n === 0 ? '=HYPERLINK("http://evil.example")' : `C-${n}`, amount)
    await client.sandbox.simulate(id, { outcome: 'pay' })
  }
  const { id } = await open('C-9', 7777)
  await client.sandbox.simulate(id, { outcome: 'decline' })
  await signIn(page, await invite())
  await page.goto(`/m/${merchantId}/payments?payment=paid&tz=merchant`)
  await expect(rowsOf(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payments as a file' })
  await expect(dialog).toContainText('Asia/Kolkata')
  await looksRight(page)
  const begun = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  const download = await begun
  expect(download.suggestedFilename()).toMatch(
    /^sandbox-payments-norte-livros-\d{4}-\d\d-01--\d{4}-\d\d-\d\d-Asia_Kolkata\.csv$/,
  )
  expect(await download.failure()).toBeNull()
  const text = await readFile(await download.path(), 'utf8')
  const [header = '', ...lines] = text.trimEnd().split('\r\n')
  const at = header.split(',').indexOf('capturedMinor')
  expect(header).toContain('createdAt (Asia/Kolkata)')
  expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"")",`)
  // No other cell has a comma.
  const cells = lines.map((line) => line.replace(/"(?:[^"]|"")*"/, '').split(','))
  const sum = cells.reduce((total, row) => total + Number(row[at]), 0)
  expect([lines.length, sum]).toEqual([3, 1990 + 25_990 + 100])
  expect(lines.every((line) => line.includes('+05:30'))).toBe(true)
})

test('Refunds are listed by state, and lead to their payment', async ({ page }) => {
  const { merchantId, client, open } = await openShopInKolkata()
  const { id } = await open('D-1', 25_990)
  await client.sandbox.simulate(id, { outcome: 'pay' })
  await client.sessions.refund(id, { amount: 990, reason: 'Torn' })
  await signIn(page, await invite())
  await page.goto(`/m/${merchantId}/refunds`)
  await expect(heading(page, 'Refunds of Norte Livros')).toBeVisible()
  await expect(rowsOf(page).nth(1)).toContainText('Torn')
  await looksRight(page)
  await page.getByRole('link', { name: 'Failed', exact: true }).click()
  await expect(page.getByText('No refund is in this state')).toBeVisible()
  await page.getByRole('link', { name: 'Given back' }).click()
  await page.getByRole('link', { name: 'D-1' }).click()
  await expect(heading(page, 'Payment D-1')).toBeVisible()
})

test('Filters are saved under a name; a colleague finds them, and opens the same by its address', async ({
  page,
  browser,
}) => {
  const { merchantId, client, open } = await openShopInKolkata()
  const [paid] = [await open('A-1', 25_990), await open('A-2', 9990)]
  await client.sandbox.simulate(paid.id, { outcome: 'pay' })
  await signIn(page, await invite())
  await page.goto(`/m/${merchantId}/payments?payment=paid&from=2020-01-01`)
  await expect(orders(page)).toHaveText(['A-1'])
  const opener = page.getByRole('button', { name: 'Save this view…' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Paid of late')
  await looksRight(page)
  await dialog.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const views = page.getByRole('list', { name: 'Saved views' })
  await expect(views.getByRole('link', { name: 'Paid of late' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await looksRight(page)

  const context = await browser.newContext()
  const colleague = await context.newPage()
  await signIn(colleague, await invite(checkoutCommand, { role: 'owner', merchant: merchantId }))
  await colleague.goto(`/m/${merchantId}/payments`)
  await expect(orders(colleague)).toHaveText(['A-2', 'A-1'])
  const shared = colleague.getByRole('list', { name: 'Saved views' })
  await expect(shared.getByRole('button')).toHaveCount(0)
  await shared.getByRole('link', { name: 'Paid of late' }).click()
  await expect(orders(colleague)).toHaveText(['A-1'])
  await expect(colleague).toHaveURL(/payment=paid/)
  await context.close()

  await views.getByRole('button', { name: 'Remove the view Paid of late' }).click()
  await expect(views).toHaveCount(0)

  await page.goto(`/m/${merchantId}/payments?payment=stolen`)
  await expect(page.getByText('This address has a filter that does not exist.')).toBeVisible()
  await looksRight(page)
  await page.getByRole('main').getByRole('alert').getByRole('link', { name: 'Clear all' }).click()
  await expect(orders(page)).toHaveText(['A-2', 'A-1'])
})

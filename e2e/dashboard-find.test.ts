import { z } from 'zod'
import { CheckoutClient } from '#client/index.ts'
import { checkoutCommand } from './checkout-command.ts'
import { expect, heading, invite, looksRight, signIn, test } from './dashboard.ts'
import { API_URL } from './product.ts'

const Created = z.object({ merchantId: z.uuid() })
const Issued = z.object({ apiKey: z.string(), keyId: z.string() })

/** A merchant, and an order of theirs that was paid and another that was declined. */
async function openShop() {
  const { merchantId } = Created.parse(
    await checkoutCommand('merchants', 'create', { name: 'Norte Livros' }),
  )
  const { apiKey, keyId } = Issued.parse(
    await checkoutCommand('keys', 'issue', { merchant: merchantId }),
  )
  const client = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: API_URL })
  const order = `N-${merchantId.slice(0, 8)}`
  const open = (orderReference: string) =>
    client.sessions.create({
      merchantId,
      amount: 25_990,
      orderReference,
      customer: { email: `${order}@mail.example` },
    })
  const paid = await open(order)
  await client.sandbox.simulate(paid.id, { outcome: 'pay' })
  const declined = await open(`${order}-2`)
  await client.sandbox.simulate(declined.id, { outcome: 'decline' })
  return { apiKey, keyId, client, merchantId, order, paid, declined }
}

test('A shopper is on the phone: by keyboard alone, the order is found and its verdict read', async ({
  page,
}) => {
  const { order, paid, merchantId } = await openShop()
  await signIn(page, await invite())
  await expect(heading(page, 'Start')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Find' })).toBeFocused()
  await looksRight(page)

  await page.keyboard.type(order)
  await page.keyboard.press('Enter')
  await expect(heading(page, '1 result')).toBeFocused()
  await expect(page.getByText('Found by an order')).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await looksRight(page)
  await page.getByRole('link', { name: order }).focus()
  await page.keyboard.press('Enter')

  await expect(heading(page, `Payment ${order}`)).toBeFocused()
  await expect(page).toHaveURL(`/m/${merchantId}/payments/${paid.id}`)
  await expect(page.getByRole('status').filter({ hasText: 'Paid: R$259.90' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Say to the shopper' })).toContainText('R$259.90')
  await expect(page.getByRole('cell', { name: /pressed Pay/ })).toBeVisible()
  await looksRight(page)

  // The page masks the e-mail address until the button is pressed.
  await expect(page.getByText(/•••@mail\.example/)).toBeVisible()
  await page.getByRole('button', { name: 'Show (is recorded)' }).click()
  await expect(page.getByText(`${order}@mail.example`)).toBeVisible()

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Find' })).toBeFocused()
})

test('By e-mail all of a person’s orders are found; by an id, or its address, the one', async ({
  page,
}) => {
  const { order, declined } = await openShop()
  await signIn(page, await invite())
  const find = page.getByRole('searchbox', { name: 'Find' })
  await find.fill(`${order}@MAIL.example`)
  await find.press('Enter')
  await expect(heading(page, '2 results')).toBeVisible()
  await expect(page.getByText('an e-mail', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: `${order}-2` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Not paid.' })).toBeVisible()

  await page.goBack()
  await expect(heading(page, '2 results')).toBeVisible()
  await page.goto(`/o/${declined.id}`)
  await expect(heading(page, `Payment ${order}-2`)).toBeVisible()
  await page.goto(`/o/cs_${'0'.repeat(22)}`)
  await expect(heading(page, 'There is no such thing, or it is not yours')).toBeVisible()
})

test('The timeline of an order that nobody has paid says when its page was opened', async ({
  page,
  browser,
}) => {
  const { merchantId, client } = await openShop()
  const session = await client.sessions.create({ merchantId, amount: 4990 })
  await signIn(page, await invite())
  await page.goto(`/o/${session.id}`)
  const verdict = page.getByRole('status').filter({ hasText: 'nobody has tried yet' })
  await expect(verdict).toBeVisible()
  await expect(page.getByText('The page was opened')).toBeHidden()

  // A preview of the link fetches the page, and runs no script.
  expect((await fetch(session.url)).status).toBe(200)
  const shopper = await browser.newPage()
  await shopper.goto(session.url)
  await expect(shopper.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expect(verdict).toContainText('The page was opened at', { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('cell', { name: 'opened the page' })).toBeVisible()
  await shopper.close()
})

test('A pasted key is told, and is in no address, storage or text of the page', async ({
  page,
}) => {
  const { apiKey, keyId, merchantId } = await openShop()
  await signIn(page, await invite())
  const find = page.getByRole('searchbox', { name: 'Find' })
  await find.fill(apiKey)
  await find.press('Enter')
  await expect(heading(page, 'An API key was pasted')).toBeVisible()
  await expect(page.getByText(merchantId)).toBeVisible()
  await expect(page.getByText(`npx --no checkout keys revoke ${keyId}`)).toBeVisible()
  await expect(find).toHaveValue('')
  const kept = await page.evaluate(() => [
    location.href,
    document.documentElement.outerHTML,
    JSON.stringify([history.state, localStorage, sessionStorage]),
  ])
  expect(kept.filter((text) => text.includes(apiKey))).toEqual([])
  await looksRight(page)

  await page.getByRole('button', { name: 'Revoke this key' }).click()
  const dialog = page.getByRole('dialog', { name: `Revoke the key ending ${apiKey.slice(-4)}?` })
  await expect(dialog).toBeVisible()
  await looksRight(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Revoke this key' })).toBeFocused()
  // A press before the browser's late `close` event opens the dialog, too.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Revoke this key' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The key is revoked' })).toBeVisible()
  const api = new CheckoutClient({ apiKey, environment: 'sandbox', baseUrl: API_URL })
  await expect(api.sessions.list()).rejects.toThrow('API key')

  await find.fill('4242 4242 4242 4242')
  await find.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'number of a card' })).toBeVisible()
  await expect(find).toHaveValue('')
})

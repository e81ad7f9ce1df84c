import type { Browser, Locator, Page } from 'playwright/test'
import { z } from 'zod'
import { addAuthenticator, expect, heading, invite, looksRight, test } from './dashboard.ts'
import { startProductionDashboard, type ProductionDashboard } from './dashboard-production.ts'

const Created = z.object({ merchantId: z.uuid() })

let production: ProductionDashboard
test.beforeAll(async () => {
  production = await startProductionDashboard()
})
test.afterAll(() => production.close())

/** Another browser, with an authenticator of its own. */
async function openElsewhere(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: production.adminUrl })
  const page = await context.newPage()
  await addAuthenticator(page)
  return page
}

/** Signs in by a link, and makes a passkey; returns the recovery codes. */
async function enterBy(page: Page, link: string): Promise<string[]> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  return makePasskey(page)
}

async function makePasskey(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await expect(heading(page, 'Your recovery codes')).toBeVisible()
  const codes = await page.getByRole('listitem').allTextContents()
  await page.getByRole('checkbox', { name: 'I have kept them' }).check()
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(heading(page, 'Start')).toBeVisible()
  return codes
}

/** Returns the link that the page shows only once. */
async function shownLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: /^The link for/ })
  const link = await dialog.getByRole('textbox', { name: 'the link' }).inputValue()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(dialog).toBeHidden()
  expect(await page.content()).not.toContain(link)
  return link
}

async function inviteOn(page: Page, email: string, role?: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByLabel('E-mail').fill(email)
  if (role !== undefined) await dialog.getByRole('radio', { name: role }).check()
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  return shownLink(page)
}

async function manage(page: Page, who: string, action: string): Promise<Locator> {
  const person = page.getByRole('listitem').filter({ hasText: who })
  const folded = person.getByText('Manage', { exact: true })
  const button = person.getByRole('button', { name: action })
  if (!(await button.isVisible())) await folded.click()
  await button.click()
  return page.getByRole('dialog')
}

test('A colleague is invited, works with their role alone, gets another, and is disabled', async ({
  page,
  browser,
}) => {
  const { command, adminUrl } = production
  const { merchantId } = Created.parse(await command('merchants', 'create', { name: 'Norte' }))
  await addAuthenticator(page)
  await enterBy(page, await invite(command))
  await page.goto(`${adminUrl}/m/${merchantId}/people`)
  await expect(heading(page, 'People of the merchant')).toBeVisible()
  await expect(page.getByText('Nobody works here yet')).toBeVisible()
  await looksRight(page)

  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await expect(page.getByRole('radio', { name: 'Finance' })).toBeChecked()
  await expect(page.getByRole('row', { name: 'Refund up to a limit' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'People and roles no' })).toBeVisible()
  await looksRight(page)
  await page.keyboard.press('Escape')
  const link = await inviteOn(page, 'bia@loja.example', 'Owner')
  await expect(page.getByRole('region', { name: 'Invited' })).toContainText('bia@loja.example')
  await looksRight(page)

  const bia = await openElsewhere(browser)
  await enterBy(bia, link)
  await bia.goto(`/m/${merchantId}/people`)
  await expect(bia.getByRole('listitem').filter({ hasText: 'you' })).toContainText('Owner')
  await bia.goto('/people')
  await expect(heading(bia, 'There is no such thing, or it is not yours')).toBeVisible()

  await page.reload()
  let dialog = await manage(page, 'bia@loja.example', 'Change the role')
  await looksRight(page)
  await dialog.getByRole('radio', { name: 'Support' }).check()
  await dialog.getByRole('button', { name: 'Change the role' }).click()
  await expect(dialog.getByRole('alert')).toContainText('would have no owner left')
  await page.keyboard.press('Escape')
  await inviteOn(page, 'caio@loja.example')

  const caio = await openElsewhere(browser)
  await enterBy(caio, await inviteOn(page, 'caio@loja.example', 'Owner'))
  await page.reload()
  dialog = await manage(page, 'bia@loja.example', 'Change the role')
  await dialog.getByRole('radio', { name: 'Support' }).check()
  await dialog.getByRole('button', { name: 'Change the role' }).click()
  await expect(dialog).toBeHidden()

  await bia.goto(`/m/${merchantId}/people`)
  await bia.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(heading(bia, 'Your role does not include this')).toBeVisible()

  dialog = await manage(page, 'bia@loja.example', 'Disable')
  await looksRight(page)
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'bia@loja.example' })).toHaveCount(0)
  await bia.goto('/me')
  await bia.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(bia.getByRole('alert')).toContainText('none that is known here')
  await Promise.all([bia, caio].map((other) => other.context().close()))
})

test('A lost passkey: a recovery code, then a colleague’s link; colleagues see both', async ({
  page,
  browser,
}) => {
  const { command, adminUrl } = production
  await addAuthenticator(page)
  await enterBy(page, await invite(command))
  await page.goto(`${adminUrl}/people`)
  await expect(heading(page, 'People of the operator')).toBeVisible()

  const first = await openElsewhere(browser)
  const codes = await enterBy(first, await inviteOn(page, 'dora@pay.example', 'Support'))
  const second = await openElsewhere(browser)
  await second.goto('/sign-in')
  await second.getByText('You lost your passkey?').click()
  await looksRight(second)
  const code = second.getByLabel('Recovery code')
  await code.fill('0000-0000-0000-0000-0000-0000')
  await code.press('Enter')
  await expect(second.getByRole('alert')).toContainText('none of yours')
  await code.fill(codes[3]?.toLowerCase() ?? '')
  await code.press('Enter')
  await expect(heading(second, /^Welcome/)).toBeVisible()
  await makePasskey(second)
  await first.goto('/me')
  await first.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(first.getByRole('alert')).toContainText('none that is known here')

  await page.reload()
  await expect(page.getByText('Came back without their passkey')).toHaveCount(1)
  await looksRight(page)
  const dialog = await manage(page, 'dora@pay.example', 'They lost their passkey')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = await shownLink(page)
  const third = await openElsewhere(browser)
  await enterBy(third, link)
  await second.goto('/me')
  await expect(heading(second, 'Sign in')).toBeVisible()
  await Promise.all([first, second, third].map((other) => other.context().close()))
})

test('An invitation of somebody with an account is taken by their passkey', async ({
  page,
  browser,
}) => {
  const { command } = production
  const { merchantId } = Created.parse(await command('merchants', 'create', { name: 'Sul' }))
  const { merchantId: other } = Created.parse(
    await command('merchants', 'create', { name: 'Leste' }),
  )
  const inviteTo = async (merchant: string, role: string) =>
    z
      .object({ url: z.string() })
      .parse(await command('users', 'invite', { email: 'eva@loja.example', role, merchant })).url
  await addAuthenticator(page)
  await enterBy(page, await inviteTo(merchantId, 'support'))
  const stranger = await openElsewhere(browser)
  const link = await inviteTo(other, 'finance')
  await stranger.goto(link)
  await stranger.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(stranger, 'Sign in to take the role')).toBeVisible()
  await looksRight(stranger)

  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page, 'Start')).toBeVisible()
  await page.goto(`${production.adminUrl}/me`)
  await expect(page.getByText('Finance of Leste')).toBeVisible()
  await expect(page.getByText('Support of Sul')).toBeVisible()
  await stranger.context().close()
})

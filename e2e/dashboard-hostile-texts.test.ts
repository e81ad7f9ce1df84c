import { startWebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { lostIn } from './appearance.ts'
import { checkoutCommand } from './checkout-command.ts'
import { expect, heading, invite, signIn, test } from './dashboard.ts'
import { openShop } from './dashboard-shop.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

/** A word that is longer than any line, and letters that run from right to left. */
const LONG = 'W'.repeat(120)
const RIGHT_TO_LEFT = 'שלום <b>1234</b> 5678'

test('S-43: what merchants, shoppers and receivers write is text on every screen, and breaks none', async ({
  page,
}) => {
  await using receiver = await startWebhookReceiver()
  const texts = HOSTILE_TEXTS.filter((text) => !text.startsWith('-') && text.trim() === text)
  const [name = '', person = '', answer = '', reason = '', ...orders] = texts
  receiver.answer = (_, response) => response.writeHead(500).end(`${answer}${LONG}`)
  const { merchantId, client } = await openShop({ name, 'callback-url': receiver.url })
  const references = [...orders.slice(0, 4), LONG, RIGHT_TO_LEFT].map((text) => text.slice(0, 120))
  for (const orderReference of references) {
    const session = await client.sessions.create({
      merchantId,
      amount: 25_990,
      orderReference,
      description: orderReference,
      customer: { email: 'ada@mail.example', name: orderReference.slice(0, 60) },
      metadata: { note: orderReference },
    })
    await client.sandbox.simulate(session.id, { outcome: 'pay' })
    await client.sessions.refund(session.id, { amount: 990, reason })
    await client.sandbox.simulate(session.id, { outcome: 'dispute', stage: 'inquiry' })
  }
  const [first = ''] = references

  await signIn(page, await invite(checkoutCommand, { name: 'Ada Lovelace' }))
  await page.setViewportSize({ width: 360, height: 800 })
  await checkoutCommand('users', 'invite', {
    email: `person-${merchantId}@pay.example`,
    role: 'owner',
    merchant: merchantId,
    name: person,
  })

  const isWhole = async (where: string) => {
    expect(await lostIn(page), where).toEqual([])
    expect(await page.evaluate(() => Reflect.get(globalThis, '__x') as unknown)).toBeUndefined()
  }
  await page.goto(`/m/${merchantId}`)
  await expect(heading(page, name)).toBeVisible()
  await isWhole('merchant')
  await page.goto(`/m/${merchantId}/payments`)
  for (const reference of references)
    await expect(page.getByRole('link', { name: reference, exact: true }).first()).toBeVisible()
  await isWhole('payments')
  await page.goto(`/m/${merchantId}/refunds`)
  await expect(page.getByText(first, { exact: true }).first()).toBeVisible()
  await isWhole('refunds')
  for (const reference of references) {
    await page.goto(`/m/${merchantId}/disputes`)
    await isWhole('disputes')
    await page.getByRole('link', { name: reference, exact: true }).first().click()
    await expect(heading(page, `Dispute over ${reference}`)).toBeVisible()
    await isWhole(`dispute over ${reference}`)
  }
  for (const reference of references) {
    await page.goto(`/m/${merchantId}/payments`)
    await page.getByRole('link', { name: reference, exact: true }).first().click()
    await expect(heading(page, `Payment ${reference}`)).toBeVisible()
    await isWhole(`timeline of ${reference}`)
  }
  const find = page.getByRole('searchbox', { name: 'Find' })
  for (const text of [first, LONG, RIGHT_TO_LEFT]) {
    await page.goto('/')
    await find.fill(text)
    await find.press('Enter')
    await expect(heading(page, /result/)).toBeVisible()
    await isWhole(`find ${text}`)
  }
  await page.goto(`/m/${merchantId}/webhook`)
  await expect(page.getByText(answer.slice(0, 30)).first()).toBeVisible()
  await isWhole('webhook')
  await page.goto(`/m/${merchantId}/people`)
  await expect(page.getByText(`person-${merchantId}@pay.example`)).toBeVisible()
  await isWhole('people')
  await page.goto(`/m/${merchantId}/audit`)
  await expect(heading(page, 'Who did what')).toBeVisible()
  await isWhole('audit')
})

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { outputPaths } from '#page/build/paths.ts'
import type { InventoryEntry } from '#page/build/script-inventory.ts'
import { listenToScripts } from '#proof/campaigns/tamper/parsed-scripts.ts'
import { CARDS } from '#client/testing/index.ts'
import { expect, test } from './fixtures.ts'
import { CHECKOUT_URL, FIELDS_URL } from './product.ts'

const inventory = JSON.parse(
  readFileSync(outputPaths('sandbox').inventory, 'utf8'),
) as InventoryEntry[]
const SERVED = inventory.filter(({ path }) => path.startsWith('/'))
const OURS = [CHECKOUT_URL, FIELDS_URL]

test('S-48 S-63: purchases run exactly the scripts of the inventory, and store nothing', async ({
  checkout,
  context,
  merchant,
  page,
}) => {
  const scripts = await listenToScripts(page)

  await checkout.open(await merchant.createSession())
  await scripts.listenToFrames()
  await checkout.press(page.getByText('Decide what happens'))
  await expect(page.getByRole('button', { name: 'Paid', exact: true })).toBeVisible()
  await checkout.payByCard(CARDS.success)
  await expect(checkout.paid).toBeVisible()
  expect(await storedBy(page)).toEqual(NOTHING)

  const byPix = await merchant.createSession({ customer: { email: 'fill_never@example.com' } })
  await checkout.open(byPix)
  await scripts.listenToFrames()
  await checkout.payByPix()
  await expect(checkout.pixCode).toBeVisible()
  await merchant.client.sandbox.simulate(byPix.id, { outcome: 'pix_paid' })
  await expect(checkout.paid).toBeVisible()
  expect(await storedBy(page)).toEqual(NOTHING)
  expect(await context.cookies()).toEqual([])

  const ran = (await scripts.all()).filter(({ url }) => OURS.includes(new URL(url).origin))
  // The simulator's key says nothing of how a card is sealed.
  const without = inventory.filter(({ path }) => !path.includes('how a card is sealed'))
  expect(without).toHaveLength(inventory.length - 1)
  expect(new Set(ran.map(({ sha384 }) => sha384))).toEqual(
    new Set(without.map(({ sha384 }) => sha384)),
  )
})

test('S-48 S-63: every script of the inventory is served as built, without a source map', async ({
  request,
}) => {
  expect(SERVED.length).toBeGreaterThan(2)
  for (const { path, sha384, bytes } of SERVED) {
    const answer = await request.get(path)
    const body = await answer.body()
    expect([path, `sha384-${hash('sha384', body, 'base64')}`]).toEqual([path, sha384])
    expect([path, body.byteLength]).toEqual([path, bytes])
    expect(body.toString()).not.toContain('sourceMappingURL')
    expect(answer.headers()).not.toHaveProperty('sourcemap')
    expect((await request.get(`${path}.map`)).status()).toBe(404)
  }
})

const NOTHING = { local: 0, session: 0, databases: [], caches: [], workers: 0, cookie: '' }

/** All data that a page stores in the browser. */
async function storedBy(page: Page): Promise<unknown> {
  return page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    cookie: document.cookie,
  }))
}

import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { CARDS } from '#client/testing/index.ts'
import { freePort } from '#proof/testing/free-port.ts'
import { installFrom, linkPackages } from '#proof/testing/client/packed.fixture.ts'
import { writeReadmeShop } from '#proof/testing/client/readme-shop.fixture.ts'
import { checkoutCommand } from './checkout-command.ts'
import { expect, test } from './fixtures.ts'
import { API_URL } from './product.ts'

const Created = z.object({ merchantId: z.uuid(), apiKey: z.string(), webhookSecret: z.string() })

test("X-1: The README's shop sells: session, redirect, verified webhook, verified return", async ({
  page,
  checkout,
}) => {
  test.setTimeout(300_000)
  const directory = mkdtempSync(join(tmpdir(), 'readme-shop-'))
  await installFrom(API_URL, directory)
  linkPackages(directory, ['zod', 'express'])
  const { url, process: shop } = await startShop(directory)
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Buy the book' }).click()
    await checkout.payByCard(CARDS.success)
    await expect(page.getByText('Your order is paid.')).toBeVisible({ timeout: 60_000 })

    const forged = await fetch(`${url}/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"type":"session.completed"}',
    })
    expect(forged.status).toBe(400)
    expect((await fetch(page.url().replace('status=complete', 'status=open'))).status).toBe(400)
  } finally {
    shop.kill()
    rmSync(directory, { recursive: true })
  }
})

/** Starts the README's shop for a merchant of its own. */
async function startShop(directory: string): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const created = Created.parse(
    await checkoutCommand(
      'merchants',
      'create',
      { name: 'Norte Livros', 'callback-url': `${url}/webhooks`, 'return-origin': url },
      '--env',
    ),
  )
  const shop = spawn(process.execPath, [writeReadmeShop(directory)], {
    cwd: directory,
    stdio: 'inherit',
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      API_URL,
      API_KEY: created.apiKey,
      MERCHANT_ID: created.merchantId,
      WEBHOOK_SECRET: created.webhookSecret,
    },
  })
  await expect.poll(async () => (await fetch(url).catch(() => undefined))?.status).toBe(200)
  return { url, process: shop }
}

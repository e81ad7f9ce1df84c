import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifyReturn } from '#client/verify-return.ts'
import { verifyWebhook } from '#client/verify-webhook.ts'
import type { Checkout } from '#contract/checkout.ts'
import type { Session } from '#contract/session.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { openRunbook, type Runbook } from '../testing/cli/runbook.fixture.ts'

let runbook: Runbook
let receiver: WebhookReceiver
/** Secrets that the merchant's receiver accepts. */
let believed: string[]
beforeAll(async () => {
  ;[runbook, receiver] = await Promise.all([
    openRunbook('leaked-webhook-secret'),
    startWebhookReceiver(),
  ])
  await runbook.start()
  receiver.answer = ({ body, headers }, response) => {
    void verifyWebhook(body, headers as Record<string, string>, believed).then(
      () => response.writeHead(204).end(),
      () => response.writeHead(400).end(),
    )
  }
})
afterAll(async () => {
  await runbook.close()
  await receiver[Symbol.asyncDispose]()
})

const secretIn = (output: string) =>
  output.split(/\s/).find((word) => word.startsWith('whsec_')) ?? ''

it('S-110: a leaked webhook secret is rotated by its runbook', async () => {
  const { fill, follow, call, json, run } = runbook
  const { merchantId, webhookSecret: leaked } = await json<{
    merchantId: string
    webhookSecret: string
  }>(`merchants create --name Loja --callback-url ${receiver.url} --return-origin http://localhost`)
  const { apiKey } = await json<{ apiKey: string }>(`keys issue --merchant ${merchantId}`)
  const ofPage = await json<{ apiKey: string }>('keys issue --kind checkout')
  const order = {
    merchantId,
    amount: 25_990,
    currency: 'BRL',
    cancelUrl: 'http://localhost/cart',
  }
  const session = (await (await call('/v1/sessions', apiKey, order)).json()) as Session
  const path = `/v1/checkout/${session.url.slice(session.url.lastIndexOf('/') + 1)}`
  Object.assign(fill, { merchantId, apiKey, sessionId: session.id })
  const ping = async () => (await run(`callback ping --merchant ${merchantId}`)).exitCode
  const returns = async (secret: string) => {
    const { cancelUrl } = (await (await call(path, ofPage.apiKey)).json()) as Checkout
    return verifyReturn(cancelUrl ?? '', secret).then(
      () => 'believed',
      () => 'refused',
    )
  }

  const during = secretIn(
    await follow('npx --no checkout callback rotate --merchant <merchantId> --overlap 24h'),
  )
  believed = [leaked]
  expect(await ping()).toBe(0)
  believed = [during]
  expect(await ping()).toBe(0)
  expect([await returns(during), await returns(leaked)]).toEqual(['believed', 'believed'])

  const last = secretIn(
    await follow('npx --no checkout callback rotate --merchant <merchantId> --overlap 0'),
  )
  expect(await ping()).toBe(1)
  believed = [leaked]
  expect(await ping()).toBe(1)
  expect([await returns(last), await returns(leaked)]).toEqual(['believed', 'refused'])
  believed = [last]
  expect(await follow('npx --no checkout callback ping --merchant <merchantId>')).toContain('204')

  const deliveries = JSON.parse(
    await follow('npx --no checkout deliveries list --merchant <merchantId> --limit 1000 --json'),
  ) as { deliveryId: string; eventId: string; status: string }[]
  const received = () => receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(received())).toEqual(new Set(deliveries.map(({ eventId }) => eventId)))
  const read = await follow('curl "<API_URL>/v1/sessions/<sessionId>" -H "X-Api-Key: <apiKey>"')
  expect(JSON.parse(read)).toMatchObject({ id: session.id, paymentStatus: 'unpaid' })

  await follow('npx --no checkout deliveries list --merchant <merchantId> --status exhausted')
  const { deliveryId, eventId } = deliveries.find(({ status }) => status === 'succeeded') ?? {}
  fill['deliveryId'] = deliveryId ?? ''
  const times = () => received().filter((id) => id === eventId).length
  const before = times()
  await follow('npx --no checkout deliveries replay <deliveryId>')
  await expect.poll(times).toBe(before + 1)
  expect(runbook.rest()).toEqual([])
})

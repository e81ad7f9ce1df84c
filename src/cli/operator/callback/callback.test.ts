import { randomBytes, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyWebhook } from '#client/verify-webhook.ts'
import { createDeliveryWorker } from '#server/service/events/deliveries/delivery-worker.ts'
import { createResolveHost } from '#server/outgoing/resolve-host.ts'
import { createSender } from '#server/outgoing/send-webhook.ts'
import { listDeliveries } from '#server/database/events/deliveries.ts'
import { insertTestEvent } from '#proof/testing/notification-records.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'

interface Created {
  merchantId: string
  webhookSecret: string
}

let checkout: CommandLine
let receiver: WebhookReceiver
beforeAll(async () => {
  ;[checkout, receiver] = await Promise.all([openCommandLine(), startWebhookReceiver()])
})
afterAll(async () => {
  await checkout.close()
  await receiver[Symbol.asyncDispose]()
})

function createMerchant(callbackUrl?: string): Promise<Created> {
  const create = 'merchants create --name Loja'
  return checkout.json<Created>(
    callbackUrl === undefined ? create : `${create} --callback-url ${callbackUrl}`,
  )
}

describe('checkout callback set', () => {
  it('moves pending deliveries to the new URL', async () => {
    const { merchantId } = await createMerchant('https://old.example/hooks')
    await insertTestEvent(checkout.database, {
      merchantId,
      callbackUrl: 'https://old.example/hooks',
      createdAt: new Date(),
    })
    const line = `callback set --merchant ${merchantId} --url https://new.example/hooks`
    expect(await checkout.json(line)).toEqual({
      merchantId,
      callbackUrl: 'https://new.example/hooks',
      callbackDisabledAt: null,
      liveSecrets: 1,
      resumedDeliveries: 1,
    })
    const [delivery] = await listDeliveries(checkout.database, { merchantId, limit: 1 })
    expect(delivery).toMatchObject({ url: 'https://new.example/hooks', status: 'pending' })
  })

  it('1 for a non-public address', async () => {
    const { merchantId } = await createMerchant()
    const line = `callback set --merchant ${merchantId} --url https://169.254.169.254/latest`
    const { exitCode, stderr } = await checkout.run(line)
    expect(stderr).toContain('must lead to a public address')
    expect(exitCode).toBe(1)
    expect(await checkout.json(`callback show --merchant ${merchantId}`)).toMatchObject({
      callbackUrl: null,
    })
  })
})

describe('R-83: CALLBACK_NETWORKS', () => {
  const OWN = { CALLBACK_NETWORKS: '10.0.0.0/8, fd00::/8' }

  it('allows callbacks into a private network, and to names that only the machine knows', async () => {
    const { merchantId } = await createMerchant()
    for (const callbackUrl of ['https://10.1.2.3/hooks', 'https://shop.internal/hooks']) {
      const line = `callback set --merchant ${merchantId} --url ${callbackUrl}`
      expect((await checkout.run(line)).exitCode).toBe(1)
      expect(await checkout.json(line, OWN)).toMatchObject({ callbackUrl })
    }
  })

  it.each([
    'https://192.168.1.1/hooks',
    'https://127.1.2.3:4245/hooks',
    'https://10.1.2.3:4245/hooks',
    'https://[fd00:ec2::254]/hooks',
  ])('does not allow %s', async (url) => {
    const { merchantId } = await createMerchant()
    const line = `callback set --merchant ${merchantId} --url ${url}`
    const variables = { ...OWN, ALLOW_LOOPBACK_CALLBACKS: 'false' }
    const { exitCode, stderr } = await checkout.run(line, variables)
    expect(stderr).toContain('callbacks may lead into CALLBACK_NETWORKS, too')
    expect(exitCode).toBe(1)
  })

  it('allows no logo there', async () => {
    const { merchantId } = await createMerchant()
    const line = `merchants set ${merchantId} --logo-url https://10.1.2.3/logo.png`
    const { exitCode, stderr } = await checkout.run(line, OWN)
    expect(stderr).toContain('The logo URL is refused: it must lead to a public address')
    expect(exitCode).toBe(1)
  })
})

describe('checkout callback ping', () => {
  it('sends a signed ping and prints the answer', async () => {
    const { merchantId, webhookSecret } = await createMerchant(receiver.url)
    receiver.answer = (_, response) => response.writeHead(200).end('thanks')
    const result = await checkout.json(`callback ping --merchant ${merchantId}`)

    const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' }
    const event = await verifyWebhook(body, new Headers(headers as HeadersInit), webhookSecret)
    expect(event).toMatchObject({ type: 'ping', environment: 'sandbox', sequence: 0, data: {} })
    expect(result).toMatchObject({
      eventId: event.id,
      url: receiver.url,
      status: 'succeeded',
      statusCode: 200,
      error: null,
      responseExcerpt: 'thanks',
      nextAttemptAt: null,
    })
  })

  it('makes one attempt, also beside a running worker', async () => {
    const { merchantId } = await createMerchant(receiver.url)
    receiver.answer = (_, response) => response.writeHead(204).end()
    const { database, keys } = checkout
    const clock = () => new Date()
    const worker = createDeliveryWorker({
      database,
      clock,
      wallClock: clock,
      random: randomBytes,
      secretKeys: keys.opensWebhookSecrets,
      sender: createSender({ lookup: createResolveHost(), allowLoopback: true, clock }),
      referenceOf: async () => '',
      log: pino({ level: 'silent' }),
    })
    worker.start()
    const before = receiver.received.length
    await checkout.json(`callback ping --merchant ${merchantId}`)
    await worker.stop()
    expect(receiver.received).toHaveLength(before + 1)
  })

  it('1 when the answer is not 2xx, with the result on standard output', async () => {
    const { merchantId } = await createMerchant(receiver.url)
    receiver.answer = (_, response) => response.writeHead(500).end()
    const ping = `callback ping --merchant ${merchantId}`
    const { exitCode, stdout, stderr } = await checkout.run(`${ping} --json`)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'pending', statusCode: 500 })
    expect(stderr).toContain('the answer was 500')
    expect(exitCode).toBe(1)
  })

  it('1 when the answer is 410, and the callback is disabled until it is set again', async () => {
    const { merchantId } = await createMerchant(receiver.url)
    receiver.answer = (_, response) => response.writeHead(410).end()
    expect((await checkout.run(`callback ping --merchant ${merchantId}`)).exitCode).toBe(1)
    const show = `callback show --merchant ${merchantId}`
    expect((await checkout.run(show)).stdout).toContain('Disabled since')

    await checkout.json(`callback set --merchant ${merchantId} --url ${receiver.url}`)
    expect(await checkout.json(show)).toMatchObject({ callbackDisabledAt: null })
  })

  it('1 when nothing listens', async () => {
    const { merchantId } = await createMerchant('http://127.0.0.1:1/hooks')
    const ping = `callback ping --merchant ${merchantId}`
    const { exitCode, stdout } = await checkout.run(ping)
    expect(stdout).toMatch(/^Answer +connection_refused$/m)
    expect(exitCode).toBe(1)
  })

  it('1 when there is no callback', async () => {
    const { merchantId } = await createMerchant()
    const { exitCode, stderr } = await checkout.run(`callback ping --merchant ${merchantId}`)
    expect(stderr).toContain('callback set')
    expect(exitCode).toBe(1)
  })
})

describe('checkout callback rotate', () => {
  it('signs with both secrets during the overlap, and with the new one alone without', async () => {
    const { merchantId, webhookSecret } = await createMerchant(receiver.url)
    receiver.answer = (_, response) => response.writeHead(204).end()
    const rotate = `callback rotate --merchant ${merchantId}`
    const { webhookSecret: next } = await checkout.json<Created>(rotate)
    expect(next).toMatch(/^whsec_/)
    expect(await pingVerifiesWith(merchantId, [webhookSecret, next])).toEqual([true, true])

    const { stdout, stderr } = await checkout.run(`${rotate} --overlap 0`)
    const last = stdout.trimEnd()
    expect(stderr).not.toContain(last)
    expect(await pingVerifiesWith(merchantId, [webhookSecret, next, last])).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe.each([
  'callback show',
  'callback ping',
  'callback rotate',
  'callback set --url https://loja.example/hooks',
  'deliveries list',
])('checkout %s', (line) => {
  it('1 for an unknown merchant', async () => {
    const { exitCode, stderr } = await checkout.run(`${line} --merchant ${randomUUID()}`)
    expect(stderr).toContain('There is no merchant')
    expect(exitCode).toBe(1)
  })

  it('64 without a merchant', async () => {
    const { exitCode, stderr } = await checkout.run(line)
    expect(stderr).toContain("required option '--merchant <merchantId>' not specified")
    expect(exitCode).toBe(64)
  })
})

async function pingVerifiesWith(merchantId: string, secrets: string[]): Promise<boolean[]> {
  await checkout.json(`callback ping --merchant ${merchantId}`)
  const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' }
  return Promise.all(
    secrets.map((secret) =>
      verifyWebhook(body, new Headers(headers as HeadersInit), secret).then(
        () => true,
        () => false,
      ),
    ),
  )
}

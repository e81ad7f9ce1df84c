import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'

interface Listed {
  deliveryId: string
  eventId: string
  eventType: string
  status: string
}

const UNKNOWN_DELIVERY = 'dlv_0Tq4mFhZ7Rk2vXw9sLd3Ye'

const UNKNOWN_MERCHANT = '00000000-0000-4000-8000-000000000000'

let checkout: CommandLine
let receiver: WebhookReceiver
let merchantId: string
beforeAll(async () => {
  ;[checkout, receiver] = await Promise.all([openCommandLine(), startWebhookReceiver()])
  const create = `merchants create --name Loja --callback-url ${receiver.url}`
  ;({ merchantId } = await checkout.json<{ merchantId: string }>(create))
  await checkout.json(`callback ping --merchant ${merchantId}`)
  receiver.answer = (_, response) => response.writeHead(500).end()
  await checkout.run(`callback ping --merchant ${merchantId}`)
})
afterAll(async () => {
  await checkout.close()
  await receiver[Symbol.asyncDispose]()
})

function list(options = ''): Promise<Listed[]> {
  return checkout.json<Listed[]>(`deliveries list --merchant ${merchantId} ${options}`)
}

describe('checkout deliveries list', () => {
  it('lists the newest first, all or those in one state', async () => {
    const all = await list()
    expect(all).toMatchObject([
      { eventType: 'ping', status: 'pending', attemptsMade: 1, lastStatusCode: 500 },
      { eventType: 'ping', status: 'succeeded', attemptsMade: 1, lastStatusCode: 204 },
    ])
    expect(await list('--status succeeded')).toEqual(all.slice(1))
    expect(await list('--limit 1')).toEqual(all.slice(0, 1))
    expect(await list('--status exhausted')).toEqual([])
  })

  it('prints a row for each', async () => {
    const { stdout } = await checkout.run(`deliveries list --merchant ${merchantId}`)
    expect(stdout).toMatch(/^DELIVERY +EVENT +STATUS +TRIES +LAST ANSWER/)
    expect(stdout).toMatch(/^dlv_\w+ +ping +succeeded +1 +204 /m)
  })

  it.each(['--status lost', '--limit 0', '--limit all'])('64 for %s', async (option) => {
    const line = `deliveries list --merchant ${merchantId} ${option}`
    expect((await checkout.run(line)).exitCode).toBe(64)
  })
})

describe('checkout deliveries health', () => {
  it('says since when the receiver fails, and what it answers', async () => {
    const { stdout } = await checkout.run(`deliveries health --merchant ${merchantId}`)
    expect(stdout).toMatch(/^State +failing since \d{4}-/m)
    expect(stdout).toMatch(/^Waiting +1, of which 1 failed at their last attempt$/m)
    expect(stdout).toMatch(/^500 +1 +-$/m)
    expect(await checkout.json(`deliveries health --merchant ${merchantId}`)).toMatchObject({
      endpoint: 'set',
      failing: 1,
      answers: [{ statusCode: 500, error: null, count: 1 }],
    })
    const unknown = await checkout.run(`deliveries health --merchant ${UNKNOWN_MERCHANT}`)
    expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('no merchant') })
  })
})

describe('checkout deliveries replay', () => {
  it('creates a new delivery of the same event, due now', async () => {
    const before = await list()
    const [replayed] = before.filter(({ status }) => status === 'succeeded')
    const replayedId = replayed?.deliveryId ?? ''
    const line = `deliveries replay ${replayedId} ${replayedId}`
    const [replay] = await checkout.json<Listed[]>(line)
    expect(replay).toEqual({ replayedId, deliveryId: expect.stringMatching(/^dlv_/) })

    const after = await list()
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]).toMatchObject({
      deliveryId: replay?.deliveryId,
      eventId: replayed?.eventId,
      status: 'pending',
      attemptsMade: 0,
    })
  })

  it('1 for an unknown delivery; the others are replayed', async () => {
    const [latest] = await list()
    const line = `deliveries replay ${latest?.deliveryId} ${UNKNOWN_DELIVERY} --json`
    const { exitCode, stdout, stderr } = await checkout.run(line)
    expect(JSON.parse(stdout)).toEqual([
      { replayedId: latest?.deliveryId, deliveryId: expect.stringMatching(/^dlv_/) },
      { replayedId: UNKNOWN_DELIVERY, deliveryId: null },
    ])
    expect(stderr).toContain(UNKNOWN_DELIVERY)
    expect(exitCode).toBe(1)
  })
})

describe('checkout deliveries replay-matching', () => {
  const matching = (options: string, merchant = merchantId) =>
    `deliveries replay-matching --merchant ${merchant} ${options}`

  it('counts, begins one replay, shows it, and stops it', async () => {
    const { stdout } = await checkout.run(matching('--answer 5xx --since 1h --dry-run'))
    expect(stdout).toMatch(/^Would send again 1 of 0 sessions, the oldest of 2.*, 10 a second\.$/m)
    expect((await checkout.run(matching('--answer 404'))).stderr).toContain('Nothing matches.')

    const begun = await checkout.json(matching('--per-second 2'))
    expect(begun).toMatchObject({ result: 'begun', matched: 1, perSecond: 2 })
    const other = await checkout.run(matching(''))
    expect(other).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('stop-replay') })
    const { stdout: health } = await checkout.run(`deliveries health --merchant ${merchantId}`)
    expect(health).toMatch(/^Replay +0 of 1 sent again, 2 a second$/m)

    const stop = `deliveries stop-replay --merchant ${merchantId}`
    expect((await checkout.run(stop)).stdout).toContain('Stopped after 0 of 1.')
    expect((await checkout.run(stop)).exitCode).toBe(1)
    const entries = await checkout.json<object[]>(`audit list --merchant ${merchantId} --limit 2`)
    expect(entries).toMatchObject([
      { action: 'deliveries.replay_stopped', command: 'deliveries stop-replay' },
      { action: 'deliveries.replayed', details: { matched: 1, perSecond: 2 } },
    ])
  })

  it('1 for an unknown merchant, 64 for a filter or a pace that is none', async () => {
    const unknown = await checkout.run(matching('--dry-run', UNKNOWN_MERCHANT))
    expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('no merchant') })
    for (const option of ['--answer 6xx', '--per-second 101', '--state lost', '--type order.paid'])
      expect((await checkout.run(matching(option))).exitCode).toBe(64)
  })
})

import { setMaxListeners } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SignedNotification } from '#contract/sandbox-notifications.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#proof/testing/webhook-receiver.ts'
import { createForwarder, type ForwardAttempt } from './forwarder.ts'
import { createPost } from './post.ts'

const SESSIONS = ['cs_0Tq4mFhZ7Rk2vXw9sLd3Ye', 'cs_0Tq4mFhZ7Rk2vXw9sLd3Yf']

function notification(last: string, session = 0): SignedNotification {
  const id = `evt_0Tq4n2Zs6Hd0rLk8wVy5B${last}`
  return {
    id,
    type: 'payment.failed',
    sessionId: SESSIONS[session] ?? null,
    createdAt: '2026-11-20T16:43:18.902Z',
    headers: { 'webhook-id': id, 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
    body: `{"name":"São ${last}"}`,
  }
}

let receiver: WebhookReceiver
let attempts: ForwardAttempt[]
let stop: AbortController
beforeEach(async () => {
  receiver = await startWebhookReceiver()
  attempts = []
  stop = new AbortController()
  return () => receiver[Symbol.asyncDispose]()
})

const open = (changes: Partial<Parameters<typeof createForwarder>[0]> = {}) =>
  createForwarder({
    post: createPost(receiver.url, 5000),
    signAgain: (given) => Promise.resolve(given),
    report: (attempt) => void attempts.push(attempt),
    stop: stop.signal,
    delaysSeconds: [0.01, 0.02],
    ...changes,
  })
const outcomes = () =>
  attempts.map(({ statusCode, error, outcome }) => [statusCode ?? error, outcome])
const bodies = () => receiver.received.map(({ body }) => body)

describe('a forwarder', () => {
  it('sends the body and the headers of a delivery', async () => {
    const forwarder = open()
    forwarder.take(notification('1'))
    await forwarder.idle()
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    expect(body).toBe(notification('1').body)
    const { host, connection, ...sent } = headers
    expect([typeof host, connection]).toEqual(['string', 'close'])
    expect(sent).toEqual({
      'user-agent': 'HostedCheckout/1',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'accept-encoding': 'identity',
      ...notification('1').headers,
    })
    expect(forwarder.counts()).toEqual({ accepted: 1, refused: 0, unfinished: 0 })
  })

  it('R-78: waits for many sessions without a warning of a leak', async () => {
    const warnings: Error[] = []
    const hear = (warning: Error) => void warnings.push(warning)
    process.on('warning', hear)
    // As Node 20 has it by default.
    setMaxListeners(10, stop.signal)
    receiver.answer = (_, response) => response.writeHead(500).end()
    const forwarder = open({ delaysSeconds: [0.3] })
    for (let session = 0; session < 20; session++)
      forwarder.take({ ...notification('1'), sessionId: `${SESSIONS[0]}${session}` })
    await forwarder.idle()
    process.off('warning', hear)
    expect(warnings).toEqual([])
  })

  it('retries a refused notification, gives it up, and goes on with the next', async () => {
    receiver.answer = ({ body }, response) =>
      response.writeHead(body.includes('1') ? 401 : 200).end('Invalid signature')
    const forwarder = open()
    for (const last of ['1', '2']) forwarder.take(notification(last))
    await forwarder.idle()
    expect(outcomes()).toEqual([
      [401, 'again'],
      [401, 'again'],
      [401, 'refused'],
      [200, 'accepted'],
    ])
    expect(attempts[0]).toMatchObject({
      number: 1,
      excerpt: 'Invalid signature',
      againInSeconds: 0.01,
    })
    expect(forwarder.counts()).toEqual({ accepted: 1, refused: 1, unfinished: 0 })
  })

  it('succeeds at a later attempt, under the same id', async () => {
    receiver.answer = (_, response) =>
      response.writeHead(receiver.received.length < 2 ? 503 : 204).end()
    const forwarder = open()
    forwarder.take(notification('1'))
    await forwarder.idle()
    expect(outcomes()).toEqual([
      [503, 'again'],
      [204, 'accepted'],
    ])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it.each([
    [302, 'a redirect is not followed'],
    [410, 'gone is gone'],
  ])('refuses %i: %s', async (status) => {
    receiver.answer = (_, response) => response.writeHead(status, { location: receiver.url }).end()
    const forwarder = open({ delaysSeconds: [] })
    forwarder.take(notification('1'))
    await forwarder.idle()
    expect(outcomes()).toEqual([[status, 'refused']])
    expect(receiver.received).toHaveLength(1)
  })

  it('does not retry after 410', async () => {
    receiver.answer = (_, response) => response.writeHead(410).end()
    const forwarder = open()
    forwarder.take(notification('1'))
    await forwarder.idle()
    expect(outcomes()).toEqual([[410, 'refused']])
  })

  it('gives up on a slow and on a missing receiver', async () => {
    receiver.answer = () => {}
    const slow = open({ post: createPost(receiver.url, 50), delaysSeconds: [] })
    slow.take(notification('1'))
    await slow.idle()
    const unreachable = open({ post: createPost('http://localhost:1/', 5000), delaysSeconds: [] })
    unreachable.take(notification('2'))
    await unreachable.idle()
    expect(outcomes()).toEqual([
      ['timeout', 'refused'],
      ['connection_refused', 'refused'],
    ])
  })

  it('keeps the order within a session, and sessions do not block each other', async () => {
    const slow = Promise.withResolvers<void>()
    receiver.answer = ({ body }, response) => {
      const before = body.includes('1') ? slow.promise : Promise.resolve()
      void before.then(() => response.writeHead(204).end())
    }
    const forwarder = open()
    forwarder.take(notification('1'))
    forwarder.take(notification('2'))
    forwarder.take(notification('3', 1))
    await expect.poll(() => attempts.map(({ id }) => id)).toEqual([notification('3').id])
    slow.resolve()
    await forwarder.idle()
    expect(bodies().filter((body) => !body.includes('3'))).toEqual([
      notification('1').body,
      notification('2').body,
    ])
  })

  it('signs a notification again that waited for long', async () => {
    receiver.answer = (_, response) => void setTimeout(() => response.writeHead(204).end(), 60)
    const signAgain = (given: SignedNotification) =>
      Promise.resolve({ ...given, headers: { ...given.headers, 'webhook-timestamp': '2' } })
    const forwarder = open({ signAgain, signatureLifeMs: 50 })
    for (const last of ['1', '2']) forwarder.take(notification(last))
    await forwarder.idle()
    const sent = receiver.received.map(({ headers }) => headers['webhook-timestamp'])
    expect(sent).toEqual(['1', '2'])
  })

  it('stops at once', async () => {
    receiver.answer = () => stop.abort()
    const forwarder = open()
    for (const last of ['1', '2']) forwarder.take(notification(last))
    await forwarder.idle()
    expect(attempts).toEqual([])
    expect(forwarder.counts()).toEqual({ accepted: 0, refused: 0, unfinished: 2 })
  })
})

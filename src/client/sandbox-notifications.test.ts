import { describe, expect, it } from 'vitest'
import type { NotificationList, SignedNotification } from '#contract/sandbox-notifications.ts'
import { clientOf, problem, refused } from '#proof/testing/client/client.fixture.ts'
import { CheckoutConnectionError, CheckoutError } from './errors.ts'

const [one, two, three] = ['1', '2', '3'].map((last) => {
  const id = `evt_0Tq4n2Zs6Hd0rLk8wVy5B${last}`
  return {
    id,
    type: 'ping',
    sessionId: null,
    createdAt: '2026-11-20T16:43:18.902Z',
    headers: { 'webhook-id': id, 'webhook-timestamp': '1795192999', 'webhook-signature': 'v1,x' },
    body: '{}',
  } as const
}) as [SignedNotification, SignedNotification, SignedNotification]

const page = (cursor: string, ...data: SignedNotification[]) => {
  const answer: NotificationList = { object: 'list', data, cursor }
  return () => Response.json(answer)
}

type Answers = Parameters<typeof clientOf>[0]

/** Reads `count` notifications. */
async function read(count: number, answers: Answers, options: object = {}) {
  const { client, requests, delaysMs } = clientOf(answers)
  const events: string[] = []
  const stream = client.sandbox.notifications.stream({
    ...options,
    onLost: () => void events.push('lost'),
    onBack: () => void events.push('back'),
  })
  for await (const { id } of stream) {
    events.push(id)
    if (events.filter((event) => event.startsWith('evt_')).length === count) break
  }
  const asked = requests.map(({ url }) => url.searchParams.get('after'))
  return { events, asked, delaysMs, requests }
}

describe('a stream of notifications', () => {
  it('follows the cursors, one long poll after the other', async () => {
    const answers = [page('a'), page('b', one, two), page('c'), page('d', three)]
    const { events, asked, requests } = await read(3, answers)
    expect(events).toEqual([one.id, two.id, three.id])
    expect(asked).toEqual([null, 'a', 'b', 'c'])
    expect(requests[1]?.url.searchParams.get('waitSeconds')).toBe('20')
  })

  it('begins after the given cursor', async () => {
    const options = { after: 'x', sessionId: 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye' }
    const { asked, requests } = await read(1, [page('a', one)], options)
    expect(asked).toEqual(['x'])
    expect(requests[0]?.url.searchParams.get('sessionId')).toBe(options.sessionId)
  })

  it('calls onLost once and onBack after recovery; nothing is lost or doubled', async () => {
    const lost = [refused, refused, refused, () => problem(500, 'internal_error')]
    const answers = [page('a'), page('b', one), ...lost, page('c', two)]
    const { events, asked, delaysMs } = await read(2, answers)
    expect(events).toEqual([one.id, 'lost', 'back', two.id])
    expect(asked.slice(2)).toEqual(['b', 'b', 'b', 'b', 'b'])
    expect(delaysMs.slice(-2)).toEqual([500, 1000])
  })

  it('pauses between polls when the API responds at once', async () => {
    const { delaysMs } = await read(1, [page('a'), page('b'), page('c'), page('d', one)])
    expect(delaysMs).toEqual([500, 500])
  })

  it.each([
    ['a refusal that does not pass', () => problem(401, 'invalid_api_key'), CheckoutError],
    ['another site', () => new Response('<h1>Hello</h1>'), CheckoutConnectionError],
  ])('throws %s', async (_name, answer, kind) => {
    await expect(read(1, [page('a'), answer])).rejects.toThrow(kind)
  })

  it('ends with its signal, without an error', async () => {
    const end = new AbortController()
    const silent = () => {
      setTimeout(() => end.abort())
      return new Promise<Response>(() => undefined)
    }
    const { events } = await read(9, [page('a', one), silent], { signal: end.signal })
    expect(events).toEqual([one.id])
  })

  it('ends during a backoff', async () => {
    const end = new AbortController()
    const { client } = clientOf([() => problem(500, 'internal_error')])
    const stream = client.sandbox.notifications.stream({
      signal: end.signal,
      onLost: () => end.abort(),
    })
    expect(await stream.next()).toEqual({ done: true, value: undefined })
  })
})

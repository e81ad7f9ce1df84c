import { describe, expect, it } from 'vitest'
import { CheckoutError } from '#client/index.ts'
import { createTestClock } from '#proof/testing/test-clock.ts'
import { openBff, ORIGIN, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { REFERENCE } from '#proof/testing/page/checkout.fixture.ts'

useStandInBuild()

const START = new Date('2026-11-20T15:00:00.000Z')
const MISSES = 30
const UNKNOWN = REFERENCE.replace('0', '1')
const MALFORMED = 'not-a-reference'

function openBackend() {
  const clock = createTestClock(START)
  const { bff, checkout } = openBff({ clock: () => clock.now() })
  const read = checkout.read.getMockImplementation()
  checkout.read.mockImplementation(async (reference, options) => {
    if (reference === REFERENCE && read !== undefined) return read(reference, options)
    throw new CheckoutError({
      status: 404,
      code: 'not_found',
      detail: 'There is no such session.',
      requestId: 'req_of_the_api',
      errors: [],
      retryAfterSeconds: null,
    })
  })
  const get = async (path: string, address: string, headers = {}) =>
    bff.fetch(new Request(ORIGIN + path, { headers }), { address })
  return { clock, get }
}

/** All of a response but its request id. */
async function imprint(answer: Response) {
  const requestId = answer.headers.get('x-request-id') ?? '-'
  const body = (await answer.text()).replaceAll(requestId, 'REQUEST')
  const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
  return { status: answer.status, headers, body }
}

describe('S-56: requests for unknown sessions', () => {
  it.each([
    ['/c/', ''],
    ['/api/checkout/', ''],
    ['/api/checkout/', '/events'],
  ])('get one answer at %s…%s, whether they could be one or not', async (before, after) => {
    const { get } = openBackend()
    const unknown = await imprint(await get(`${before}${UNKNOWN}${after}`, '192.0.2.1'))
    const malformed = await imprint(await get(`${before}${MALFORMED}${after}`, '192.0.2.1'))
    expect(unknown).toEqual(malformed)
    expect(unknown.status).toBe(404)
    expect(unknown.body).not.toContain(UNKNOWN)
  })

  it('are 429 after thirty in a minute from one address, in its language; a right one is served', async () => {
    const { clock, get } = openBackend()
    for (let turn = 0; turn < MISSES; turn++) {
      const path = turn % 2 === 0 ? `/c/${UNKNOWN}` : `/api/checkout/${MALFORMED}`
      expect((await get(path, '192.0.2.1')).status).toBe(404)
    }
    const page = await get(`/c/${UNKNOWN}`, '192.0.2.1', { 'accept-language': 'pt-BR' })
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
    const text = await page.text()
    expect(text).toContain('lang="pt-BR"')
    expect(text).toContain('tooOften')
    const call = await get(`/api/checkout/${UNKNOWN}`, '192.0.2.1')
    expect(call.status).toBe(429)
    expect(await call.json()).toMatchObject({ code: 'rate_limited' })

    expect((await get(`/c/${REFERENCE}`, '192.0.2.1')).status).toBe(200)
    expect((await get(`/c/${UNKNOWN}`, '192.0.2.2')).status).toBe(404)
    expect((await get('/no-such-page', '192.0.2.1')).status).toBe(404)
    clock.advance(60_000)
    expect((await get(`/c/${UNKNOWN}`, '192.0.2.1')).status).toBe(404)
  })
})

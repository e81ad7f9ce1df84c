import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openTestSimulator,
  SIMULATOR_SECRET,
  SIMULATOR_URL,
  type TestSimulator,
} from '#proof/testing/open-test-simulator.ts'

let test: TestSimulator
beforeAll(async () => {
  test = await openTestSimulator()
})
afterAll(() => test.close())

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  return test.simulator.fetch(new Request(SIMULATOR_URL + path, init))
}

const authorization = `Bearer ${SIMULATOR_SECRET}`
const headers = { authorization, 'content-type': 'application/json' }

describe("the simulator's API", () => {
  it.each([
    ['GET', '/card-key'],
    ['POST', '/payments'],
    ['GET', '/payments/pay_0Tq4mFhZ7Rk2vXw9sLd3Ye'],
    ['POST', '/payments/pay_0Tq4mFhZ7Rk2vXw9sLd3Ye/cancel'],
    ['POST', '/payments/pay_0Tq4mFhZ7Rk2vXw9sLd3Ye/simulate'],
    ['POST', '/refunds'],
    ['GET', '/refunds/re_0Tq4mFhZ7Rk2vXw9sLd3Ye'],
    ['GET', '/nothing'],
  ])('401 for %s %s without the secret', async (method, path) => {
    expect((await send(path, { method })).status).toBe(401)
    const wrong = { authorization: `${authorization}x` }
    expect((await send(path, { method, headers: wrong })).status).toBe(401)
  })

  it('publishes only the public half of its key', async () => {
    const key: unknown = await (await send('/card-key', { headers })).json()
    expect(key).toEqual({
      kid: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      kty: 'RSA',
      n: expect.stringMatching(/^[\w-]{342}$/) as unknown,
      e: 'AQAB',
    })
  })

  it.each([
    ['no JSON', '{', 400],
    ['no payment', '{}', 400],
    ['more than 64 KiB', `"${'x'.repeat(65_536)}"`, 413],
  ])('%s is no body of POST /payments', async (_name, body, status) => {
    const length = String(body.length)
    const response = await send('/payments', {
      method: 'POST',
      headers: { ...headers, 'content-length': length },
      body,
    })
    expect(response.status).toBe(status)
  })

  it('names the errors of a body', async () => {
    const payment = { ...(await test.cardPayment('4242424242424242')), amountMinor: 0 }
    expect(await test.call('POST', '/payments', payment)).toEqual({
      status: 400,
      json: { error: 'invalid_body', paths: ['amountMinor'] },
    })
  })

  it('404 for an unknown path', async () => {
    expect((await send('/nothing', { headers })).status).toBe(404)
    expect((await send('/payments/%00', { headers })).status).toBe(404)
  })
})

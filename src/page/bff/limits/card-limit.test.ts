import { describe, expect, it } from 'vitest'
import { PageProblem } from '#contract/page.ts'
import { createTestClock } from '#proof/testing/test-clock.ts'
import { openBff, ORIGIN, OWN_PAGE, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import {
  exampleCheckout,
  examplePayment,
  PAYMENT_ID,
  REFERENCE,
} from '#proof/testing/page/checkout.fixture.ts'

useStandInBuild()

const START = new Date('2026-11-20T15:00:00.000Z')
const BASE = `/api/checkout/${REFERENCE}`
const LIMIT = 3

/** A backend whose card payments end as scripted, and its shoppers. */
function openBackend(cardDeclinesPerAddress = LIMIT) {
  const clock = createTestClock(START)
  const { bff, checkout } = openBff({ cardDeclinesPerAddress, clock: () => clock.now() })
  let made = 0
  const ends = (as: object) => {
    made += 1
    const payment = { ...examplePayment, id: `pay_${made}`, ...as }
    return exampleCheckout({ payment })
  }
  const post = async (path: string, address: string | undefined, method = 'card') =>
    bff.fetch(
      new Request(`${ORIGIN}${BASE}/payments${path}`, {
        method: 'POST',
        headers: OWN_PAGE,
        body: JSON.stringify({ method }),
      }),
      address === undefined ? undefined : { address },
    )
  const decline = async (address: string | undefined, declineCode = 'card_declined') => {
    checkout.pay.mockImplementationOnce(async () => ends({ status: 'failed', declineCode }))
    return (await post('', address)).status
  }
  const buy = async (address: string) => {
    checkout.pay.mockImplementationOnce(async () => ends({ status: 'succeeded' }))
    return (await post('', address)).status
  }
  return { clock, checkout, post, decline, buy }
}

describe('S-67: the declined cards of one address', () => {
  it('are accepted up to the limit; then this address waits, and no other', async () => {
    const { clock, checkout, decline, buy, post } = openBackend()
    for (let turn = 0; turn < LIMIT; turn++) expect(await decline('192.0.2.1')).toBe(200)
    const asked = checkout.pay.mock.calls.length
    const refused = await post('', '192.0.2.1')
    expect(refused.status).toBe(429)
    expect(PageProblem.parse(await refused.json())).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 600,
    })
    expect(refused.headers.get('retry-after')).toBe('600')
    expect(checkout.pay).toHaveBeenCalledTimes(asked)
    expect((await post('', '192.0.2.1', 'pix')).status).toBe(200)
    expect(await buy('192.0.2.2')).toBe(200)
    clock.advance(600_000)
    expect(await buy('192.0.2.1')).toBe(200)
  })

  it('may be more in an office, where most cards succeed', async () => {
    const { buy, decline } = openBackend()
    for (let turn = 0; turn < 20; turn++) {
      expect(await decline('192.0.2.1')).toBe(200)
      expect(await buy('192.0.2.1')).toBe(200)
    }
    for (let turn = 0; turn < LIMIT; turn++) expect(await decline('192.0.2.1')).toBe(200)
    expect(await decline('192.0.2.1')).toBe(429)
  })

  it('are not offset by one payment that is read repeatedly', async () => {
    const { checkout, decline, post } = openBackend()
    const paid = async () => exampleCheckout({ payment: examplePayment })
    checkout.completeAction.mockImplementation(paid)
    for (let turn = 0; turn < 10; turn++) {
      checkout.pay.mockImplementationOnce(paid)
      await post('', '192.0.2.1')
      await post(`/${PAYMENT_ID}/action`, '192.0.2.1')
    }
    for (let turn = 0; turn <= LIMIT; turn++) expect(await decline('192.0.2.1')).toBe(200)
    expect(await decline('192.0.2.1')).toBe(429)
  })

  it('count per /64 network of IPv6', async () => {
    const { decline } = openBackend()
    for (let turn = 1; turn <= LIMIT; turn++)
      expect(await decline(`2001:db8:0:1::${turn}`)).toBe(200)
    expect(await decline('2001:db8:0:1:ffff::1')).toBe(429)
    expect(await decline('2001:db8:0:2::1')).toBe(200)
  })

  it('count failed challenges, and no failures at the bank', async () => {
    const { checkout, decline, post } = openBackend()
    for (let turn = 0; turn < 10; turn++) {
      expect(await decline('192.0.2.1', 'processing_error')).toBe(200)
      expect(await decline('192.0.2.1', 'issuer_unavailable')).toBe(200)
    }
    for (let turn = 0; turn < LIMIT; turn++) {
      const payment = { ...examplePayment, id: `pay_challenge_${turn}`, status: 'failed' } as const
      checkout.completeAction.mockImplementationOnce(async () =>
        exampleCheckout({ payment: { ...payment, declineCode: 'authentication_failed' } }),
      )
      await post(`/${PAYMENT_ID}/action`, '192.0.2.1')
    }
    expect(await decline('192.0.2.1')).toBe(429)
  })

  it('are bounded while outcomes are pending, too', async () => {
    const { checkout, post } = openBackend()
    const answers: (() => void)[] = []
    checkout.pay.mockImplementation(
      () => new Promise((resolve) => answers.push(() => resolve(exampleCheckout()))),
    )
    const presses = Array.from({ length: 20 }, () => post('', '192.0.2.1'))
    await expect.poll(() => answers.length).toBe(2 * LIMIT)
    for (const answer of answers) answer()
    const statuses = (await Promise.all(presses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(2 * LIMIT)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - 2 * LIMIT)
  })

  it('are not counted without a limit, within the process, or behind an unconfigured proxy', async () => {
    const without = openBackend(0)
    for (let turn = 0; turn < 20; turn++) expect(await without.decline('192.0.2.1')).toBe(200)
    const within = openBackend()
    for (let turn = 0; turn < 20; turn++) expect(await within.decline(undefined)).toBe(200)
    for (let turn = 0; turn < 20; turn++) expect(await within.decline('172.18.0.2')).toBe(200)
  })
})

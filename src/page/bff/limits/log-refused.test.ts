import { expect, it } from 'vitest'
import { createTestClock } from '#proof/testing/test-clock.ts'
import { openBff, ORIGIN, OWN_PAGE, useStandInBuild } from '#proof/testing/page/bff.fixture.ts'
import { REFERENCE } from '#proof/testing/page/checkout.fixture.ts'
import { referenceTrace } from '#http/log.ts'

useStandInBuild()

const PAYMENTS = `/api/checkout/${REFERENCE}/payments`
const EVIL = { ...OWN_PAGE, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const LINES_PER_MINUTE = 120
const MISSES = 30

const open = () => {
  const clock = createTestClock(new Date('2026-11-20T15:00:00.000Z'))
  return { clock, ...openBff({ clock: () => clock.now() }) }
}

it("ASVS 16.3.2: a call of another site is logged, with the reference's trace", async () => {
  const { post, logged } = open()
  const answer = await post(PAYMENTS, EVIL, '{}')
  expect(answer.status).toBe(403)
  expect(logged).toEqual([
    `a request to the page was refused ${JSON.stringify({
      requestId: answer.headers.get('x-request-id'),
      status: 403,
      method: 'POST',
      isCall: true,
      origin: 'https://evil.example',
      site: 'cross-site',
      reference: referenceTrace(REFERENCE),
    })}`,
  ])
})

it('S-55: no header brings a reference into the log', async () => {
  const { post, logged } = open()
  for (const text of [REFERENCE, `https://${REFERENCE}.example`, `${ORIGIN}/c/${REFERENCE}`])
    await post(PAYMENTS, { ...OWN_PAGE, origin: text, 'sec-fetch-site': text }, '{}')
  expect(logged).toHaveLength(3)
  expect(logged.join('\n')).not.toContain(REFERENCE)
  expect(logged.join('\n').toLowerCase()).not.toContain(REFERENCE.toLowerCase())
})

it('ASVS 16.3.3: guessing references is logged once it is rate-limited', async () => {
  const { bff, logged } = open()
  const look = () => bff.fetch(new Request(`${ORIGIN}/c/not-a-reference`), { address: '192.0.2.1' })
  for (let turn = 0; turn < MISSES; turn++) expect((await look()).status).toBe(404)
  expect(logged).toEqual([])
  expect((await look()).status).toBe(429)
  expect(logged).toEqual([expect.stringContaining('"status":429,"method":"GET"')])
  expect(logged.join()).not.toContain('192.0.2.1')
})

it('S-135: one network does not crowd out what is logged of others', async () => {
  const { bff, logged } = open()
  const send = async (address: string) => {
    const request = new Request(ORIGIN + PAYMENTS, { method: 'POST', headers: EVIL, body: '{}' })
    await bff.fetch(request, { address })
  }
  for (let turn = 0; turn < 2 * LINES_PER_MINUTE; turn++) await send(`2001:db8:0:1::${turn}`)
  expect(logged.length).toBeLessThan(LINES_PER_MINUTE / 2)
  const before = logged.length
  await send('192.0.2.1')
  expect(logged).toHaveLength(before + 1)
})

it('logs a limited number of lines per minute', async () => {
  const { clock, post, logged } = open()
  for (let turn = 0; turn < LINES_PER_MINUTE + 5; turn++) await post(PAYMENTS, EVIL, '{}')
  expect(logged).toHaveLength(LINES_PER_MINUTE)
  clock.advance(60_000)
  await post(PAYMENTS, EVIL, '{}')
  expect(logged).toHaveLength(LINES_PER_MINUTE + 1)
})

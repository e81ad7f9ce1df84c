import { describe, expect, it } from 'vitest'
import { DeliveryHealth } from '#contract/dashboard/deliveries.ts'
import { answerWith, useDeliveries } from '#proof/testing/server/deliveries.fixture.ts'
import { readHealth } from './read-health.ts'

const { at, later, newMerchant, newEvent, worker } = useDeliveries()

async function health() {
  const read = await readHealth(at.test, { merchantId: at.merchant.id })
  if (read === undefined) throw new Error('no such merchant')
  expect(DeliveryHealth.parse(read)).toEqual(read)
  return read
}

describe('readHealth', () => {
  it('says that nothing fails, before anything was sent and after a success', async () => {
    const nothing = { endpoint: 'set', failingSince: null, waiting: 0, failing: 0, answers: [] }
    expect(await health()).toMatchObject({ ...nothing, lastSuccessAt: null })
    await newEvent()
    await worker().runOnce()
    expect(await health()).toMatchObject({ ...nothing, lastSuccessAt: at.now.toISOString() })
  })

  it('says since when a receiver fails, how many wait, and what it answers most', async () => {
    await newEvent()
    await worker().runOnce()
    const failingSince = (at.now = later(60))
    at.receiver.answer = (_, response) => response.writeHead(500).end('relation "orders" is gone')
    for (let count = 0; count < 3; count++) await newEvent()
    await worker().runOnce()
    at.receiver.answer = answerWith(503)
    at.now = later(600)
    await newEvent()
    const other = await newMerchant(at.receiver.url)
    await newEvent({}, other)
    await worker().runOnce()
    await newEvent()
    const read = await health()
    expect(read).toMatchObject({ waiting: 5, failing: 4, givenUp: 0 })
    expect(Date.parse(read.failingSince ?? '')).toBeGreaterThanOrEqual(failingSince.getTime())
    expect(read.answers.map(({ statusCode, count }) => [statusCode, count])).toEqual(
      expect.arrayContaining([[503, expect.any(Number)]]),
    )
    expect(read.answers.reduce((sum, { count }) => sum + count, 0)).toBe(4)
  })

  it('is undefined for no merchant', async () => {
    const merchantId = '00000000-0000-4000-8000-000000000000'
    expect(await readHealth(at.test, { merchantId })).toBeUndefined()
  })
})

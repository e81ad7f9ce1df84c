import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeDelivery } from './delivery-result.ts'

const now = new Date('2026-11-20T12:00:00.000Z')

describe('judgeDelivery', () => {
  it.each([200, 201, 202, 204, 299])('%i is delivered', (status) => {
    expect(judgeDelivery({ status, now })).toBe('delivered')
  })

  it('410 disables the webhook endpoint', () => {
    expect(judgeDelivery({ status: 410, now })).toBe('disable')
  })

  it.each([100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 408, 409, 429, 500, 502, 503, 504])(
    '%i is tried again',
    (status) => {
      expect(judgeDelivery({ status, now })).toEqual({ retry: true })
    },
  )

  it('no complete response is retried, even when a status came before the break', () => {
    expect(judgeDelivery({ error: 'timeout', now })).toEqual({ retry: true })
    expect(judgeDelivery({ status: 200, error: 'reset', now })).toEqual({ retry: true })
    expect(judgeDelivery({ now })).toEqual({ retry: true })
  })

  it('is delivered on 2xx only', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
        expect(judgeDelivery({ status, now }) === 'delivered').toBe(status >= 200 && status < 300)
      }),
    )
  })
})

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120],
    [' 120 ', 120],
    ['Fri, 20 Nov 2026 12:01:30 GMT', 90],
    ['Fri, 20 Nov 2026 11:59:00 GMT', 0],
  ])('%j asks for %i seconds', (retryAfter, retryAfterSeconds) => {
    for (const status of [429, 503]) {
      expect(judgeDelivery({ status, retryAfter, now })).toEqual({ retry: true, retryAfterSeconds })
    }
  })

  it.each([
    '',
    'soon',
    '-5',
    '1.5',
    '1e3',
    '2026-11-20',
    'Fri, 99 Foo 2026 12:01:30 GMT',
    '9'.repeat(40),
  ])('%j asks for nothing', (retryAfter) => {
    expect(judgeDelivery({ status: 503, retryAfter, now })).toEqual({ retry: true })
  })

  it('is read with 429 and 503 only', () => {
    expect(judgeDelivery({ status: 500, retryAfter: '120', now })).toEqual({ retry: true })
    expect(judgeDelivery({ status: 301, retryAfter: '120', now })).toEqual({ retry: true })
  })

  it('reads back every whole second as a date', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (seconds) => {
        const retryAfter = new Date(now.getTime() + seconds * 1000).toUTCString()
        expect(judgeDelivery({ status: 429, retryAfter, now })).toEqual({
          retry: true,
          retryAfterSeconds: seconds,
        })
      }),
    )
  })
})

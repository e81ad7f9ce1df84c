import { describe, expect, it } from 'vitest'
import { createStreamLimit } from './stream-limit.ts'

describe('R-41: createStreamLimit', () => {
  it('gives a session six permits, each released once', () => {
    const limit = createStreamLimit()
    const permits = Array.from({ length: 6 }, () => limit.acquire('one'))
    expect(permits.every((permit) => permit !== undefined)).toBe(true)
    expect(limit.acquire('one')).toBeUndefined()
    expect(limit.acquire('other')).toBeDefined()
    permits[0]?.()
    permits[0]?.()
    expect(limit.acquire('one')).toBeDefined()
    expect(limit.acquire('one')).toBeUndefined()
  })

  it('gives a process twenty thousand', () => {
    const limit = createStreamLimit()
    const permits = Array.from({ length: 20_000 }, (_, index) => limit.acquire(String(index)))
    expect(limit.acquire('one more')).toBeUndefined()
    permits[7]?.()
    expect(limit.acquire('one more')).toBeDefined()
  })
})

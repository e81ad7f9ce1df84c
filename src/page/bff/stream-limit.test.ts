import { describe, expect, it } from 'vitest'
import { createStreamLimit } from './stream-limit.ts'

// tests guard: stream-limit

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

  it('S-118: gives a network two hundred, whatever its sessions; others are not affected', () => {
    const limit = createStreamLimit()
    const permits = Array.from({ length: 200 }, (_, index) =>
      limit.acquire(`session ${index}`, '189.6.0.1'),
    )
    expect(permits.every((permit) => permit !== undefined)).toBe(true)
    expect(limit.acquire('one more', '189.6.0.1')).toBeUndefined()
    expect(limit.acquire('one more', '189.6.0.2')).toBeDefined()
    permits[7]?.()
    expect(limit.acquire('one more', '189.6.0.1')).toBeDefined()
  })

  it('S-118: keeps no permit of a network for a session that has none left', () => {
    const limit = createStreamLimit()
    for (let number = 0; number < 6; number++) limit.acquire('one')
    for (let number = 0; number < 500; number++)
      expect(limit.acquire('one', '189.6.0.1')).toBeUndefined()
    expect(limit.acquire('other', '189.6.0.1')).toBeDefined()
  })

  it('gives a process twenty thousand', () => {
    const limit = createStreamLimit()
    const permits = Array.from({ length: 20_000 }, (_, index) => limit.acquire(String(index)))
    expect(limit.acquire('one more')).toBeUndefined()
    permits[7]?.()
    expect(limit.acquire('one more')).toBeDefined()
  })
})

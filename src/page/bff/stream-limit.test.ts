import { describe, expect, it } from 'vitest'
import { createStreamLimit } from './stream-limit.ts'

describe('R-41: createStreamLimit', () => {
  it('gives a session six places, and each back once', () => {
    const limit = createStreamLimit()
    const places = Array.from({ length: 6 }, () => limit.take('one'))
    expect(places.every((place) => place !== undefined)).toBe(true)
    expect(limit.take('one')).toBeUndefined()
    expect(limit.take('other')).toBeDefined()
    places[0]?.()
    places[0]?.()
    expect(limit.take('one')).toBeDefined()
    expect(limit.take('one')).toBeUndefined()
  })

  it('gives a process twenty thousand', () => {
    const limit = createStreamLimit()
    const places = Array.from({ length: 20_000 }, (_, index) => limit.take(String(index)))
    expect(limit.take('one more')).toBeUndefined()
    places[7]?.()
    expect(limit.take('one more')).toBeDefined()
  })
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFixedWindow, createSlidingWindow } from './window.ts'

const WINDOW_MS = 1000
const KEYS = ['a', 'b', 'c']

/** Events by key, each `afterMs` after the one before. */
const EVENTS = fc.array(
  fc.record({
    key: fc.constantFrom(...KEYS),
    afterMs: fc.oneof(fc.constantFrom(0, 500, 1000), fc.nat(700)),
  }),
  { maxLength: 60 },
)

function open<T>(
  create: (options: { windowMs: number; nowMs: () => number; keysMax?: number }) => T,
  keysMax?: number,
) {
  let atMs = 0
  const window = create({
    windowMs: WINDOW_MS,
    nowMs: () => atMs,
    ...(keysMax !== undefined && { keysMax }),
  })
  return { window, pass: (ms: number) => (atMs += ms) }
}

describe('a fixed window', () => {
  it('counts each key from its first event to the end of its window, independent of others', () => {
    fc.assert(
      fc.property(EVENTS, (events) => {
        const { window, pass } = open(createFixedWindow)
        const model = new Map<string, { startedMs: number; count: number }>()
        for (const { key, afterMs } of events) {
          const now = pass(afterMs)
          const known = model.get(key)
          const own =
            known !== undefined && now < known.startedMs + WINDOW_MS
              ? known
              : { startedMs: now, count: 0 }
          own.count += 1
          model.set(key, own)
          const endsInMs = own.startedMs + WINDOW_MS - now
          expect(window.count(key)).toEqual({ count: own.count, endsInMs })
        }
      }),
    )
  })

  it('bounds its keys by evicting the oldest windows', () => {
    const { window } = open(createFixedWindow, 2)
    const counts = ['a', 'b', 'a', 'c', 'b', 'a'].map((key) => window.count(key).count)
    expect(counts).toEqual([1, 1, 2, 1, 2, 1])
  })

  it('R-18: starts anew when the clock goes back', () => {
    const { window, pass } = open(createFixedWindow)
    window.count('a')
    window.count('a')
    pass(-3_600_000)
    expect(window.count('a')).toEqual({ count: 1, endsInMs: WINDOW_MS })
  })
})

describe('a sliding window', () => {
  it('holds the items of each key that are younger than the window, oldest first', () => {
    fc.assert(
      fc.property(EVENTS, (events) => {
        const { window, pass } = open(createSlidingWindow<number>)
        const all: { key: string; atMs: number; item: number }[] = []
        for (const [item, { key, afterMs }] of events.entries()) {
          const atMs = pass(afterMs)
          window.add(key, item)
          all.push({ key, atMs, item })
          for (const one of KEYS) {
            const fresh = all.filter((past) => past.key === one && past.atMs > atMs - WINDOW_MS)
            expect(window.of(one)).toEqual(fresh.map(({ atMs, item }) => ({ atMs, item })))
          }
        }
      }),
    )
  })

  it('gives the whole seconds until an item leaves it', () => {
    const { window, pass } = open(createSlidingWindow<string>)
    window.add('a', 'one')
    const [item] = window.of('a')
    if (item === undefined) throw new Error('nothing was added')
    expect(window.secondsLeft(item)).toBe(1)
    pass(WINDOW_MS - 1)
    expect([window.of('a').length, window.secondsLeft(item)]).toEqual([1, 1])
    pass(1)
    expect(window.of('a')).toEqual([])
  })

  it('bounds its keys by evicting the least recently used', () => {
    const { window } = open(createSlidingWindow<number>, 2)
    for (const key of ['a', 'b', 'a', 'c']) window.add(key, 1)
    expect(KEYS.map((key) => window.of(key).length)).toEqual([2, 0, 1])
  })

  it('R-18: is emptied when the clock goes back', () => {
    const { window, pass } = open(createSlidingWindow<string>)
    window.add('a', 'before')
    pass(-3_600_000)
    expect(window.of('a')).toEqual([])
    window.add('a', 'after')
    expect(window.of('a').map(({ item }) => item)).toEqual(['after'])
  })
})

import { expect, it } from 'vitest'
import { createTestClock } from '../../../proof/testing/test-clock.ts'
import { createRecent } from './recent.ts'

const START = new Date('2026-11-20T15:00:00.000Z')

it('forgets what is older than the window', () => {
  const clock = createTestClock(START)
  const recent = createRecent<string>({ windowMs: 1000, clock: () => clock.now() })
  recent.add('a', 'first')
  clock.advance(600)
  recent.add('a', 'second')
  expect(recent.of('a').map(({ what }) => what)).toEqual(['first', 'second'])
  clock.advance(600)
  expect(recent.of('a').map(({ what }) => what)).toEqual(['second'])
  clock.advance(600)
  expect(recent.of('a')).toEqual([])
  expect(recent.of('b')).toEqual([])
})

it('keeps no more keys than it may: those stay to which something happened last', () => {
  const clock = createTestClock(START)
  const recent = createRecent<number>({ windowMs: 1e6, clock: () => clock.now(), keysMax: 2 })
  for (const key of ['a', 'b', 'a', 'c']) recent.add(key, 1)
  expect(['a', 'b', 'c'].map((key) => recent.of(key).length)).toEqual([2, 0, 1])
})

it('R-18: forgets rather than hold anybody up when the clock goes back', () => {
  const clock = createTestClock(START)
  const recent = createRecent<string>({ windowMs: 60_000, clock: () => clock.now() })
  recent.add('a', 'before')
  clock.advance(-3_600_000)
  expect(recent.of('a')).toEqual([])
  recent.add('a', 'after')
  expect(recent.of('a').map(({ what }) => what)).toEqual(['after'])
})

import { describe, expect, it } from 'vitest'
import { as, listOf } from '#client/tools/command-line/read-option.ts'
import { Expiry, OverlapSeconds, Scopes } from './options.ts'

describe('--overlap', () => {
  it.each([
    ['0', 0],
    ['24h', 86_400],
    ['1h30m', 5400],
    ['7d', 604_800],
  ])('takes %s', (text, seconds) => {
    expect(as(OverlapSeconds)(text)).toBe(seconds)
  })

  it.each(['8d', '169h', '1 day', ''])('refuses "%s"', (text) => {
    expect(() => as(OverlapSeconds)(text)).toThrow('from 0 to 7d')
  })
})

describe('--expires', () => {
  const now = new Date('2026-11-20T12:00:00Z')

  it.each([
    ['90d', '2027-02-18T12:00:00.000Z'],
    ['2027-01-31', '2027-01-31T00:00:00.000Z'],
    ['2027-01-31T09:30:00Z', '2027-01-31T09:30:00.000Z'],
    ['2027-01-31T06:30:00-03:00', '2027-01-31T09:30:00.000Z'],
  ])('takes %s', (text, at) => {
    expect(as(Expiry)(text)(now).toISOString()).toBe(at)
  })

  it.each(['0', 'never', '2027-02-30', '31/01/2027'])('refuses "%s"', (text) => {
    expect(() => as(Expiry)(text)).toThrow('as in 90d')
  })
})

describe('--scopes', () => {
  it('takes names separated by commas, without duplicates', () => {
    expect(as(Scopes)('sessions:read, events:read,sessions:read')).toEqual([
      'sessions:read',
      'events:read',
    ])
  })

  it.each(['', 'sessions', 'sessions:read,'])('refuses "%s"', (text) => {
    expect(() => as(Scopes)(text)).toThrow('no scope')
  })
})

describe('a repeatable option', () => {
  it('collects its values', () => {
    const read = listOf(Scopes)
    expect(read('events:read', read('sessions:read'))).toEqual([['sessions:read'], ['events:read']])
  })
})

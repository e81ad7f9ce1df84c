import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTimeZone, localTimeOf, rangeOfDays } from './local-time.ts'

const ZONES = [
  'America/Sao_Paulo',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'UTC',
]
const moment = fc.date({
  min: new Date('2015-01-01'),
  max: new Date('2035-01-01'),
  noInvalidDate: true,
})

describe('a local time', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-01T02:59:59.999Z', '2026-10-31T23:59:59.999-03:00'],
    ['America/New_York', '2026-11-01T05:59:59.000Z', '2026-11-01T01:59:59.000-04:00'],
    ['America/New_York', '2026-11-01T06:00:00.000Z', '2026-11-01T01:00:00.000-05:00'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00.000Z', '2026-01-01T05:45:00.000+05:45'],
    ['America/St_Johns', '2026-07-01T12:00:00.000Z', '2026-07-01T09:30:00.000-02:30'],
    ['UTC', '2026-07-01T12:00:00.000Z', '2026-07-01T12:00:00.000+00:00'],
  ])('%s: %s is %s', (zone, at, local) => {
    expect(localTimeOf(zone).format(new Date(at))).toBe(local)
  })

  it('is the same moment, in every zone, whatever was asked before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.array(moment, { minLength: 1 }), (zone, times) => {
        const { format } = localTimeOf(zone)
        for (const at of times) expect(new Date(format(at))).toEqual(at)
      }),
    )
  })

  it('has the wall clock that Intl has', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moment, (zone, at) => {
        const wall = new Intl.DateTimeFormat('sv', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(at)
        expect(localTimeOf(zone).format(at).slice(0, 19).replace('T', ' ')).toBe(wall)
      }),
    )
  })
})

describe('the start of a day', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-01', '2026-11-01T03:00:00.000Z'],
    // Clocks are set from midnight to one.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
    // Clocks are set back from midnight to eleven of the day before.
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00:00.000Z'],
    ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z'],
    // The day that Samoa skipped.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('%s, %s: %s', (zone, day, start) => {
    expect(localTimeOf(zone).startOf(day)).toEqual(new Date(start))
  })

  it('divides time: the moment before belongs to an earlier day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moment, (zone, at) => {
        const { format, startOf } = localTimeOf(zone)
        const day = at.toISOString().slice(0, 10)
        const start = startOf(day)
        expect(format(start).slice(0, 10)).toBe(day)
        expect(format(new Date(start.getTime() - 1)).slice(0, 10) < day).toBe(true)
      }),
    )
  })
})

describe('the range of days', () => {
  const HOUR_MS = 3_600_000
  const day = moment.map((at) => at.toISOString().slice(0, 10))
  const zone = fc.constantFrom(...ZONES)
  const dayAt = (format: (at: Date) => string, ms: number) => format(new Date(ms)).slice(0, 10)
  const next = (day: string) =>
    new Date(Date.parse(day) + 24 * HOUR_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)

  it.each([
    ['America/New_York', '2026-11-01', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/Sao_Paulo', '2018-11-04', 23],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kathmandu', '2026-04-05', 24],
    ['Pacific/Apia', '2011-12-30', 0],
  ])('%s, %s: %d hours', (zone, day, hours) => {
    const { from, until } = rangeOfDays(localTimeOf(zone), day, day)
    expect((until.getTime() - from.getTime()) / HOUR_MS).toBe(hours)
  })

  it('holds a moment exactly when its local day is one of them', () => {
    fc.assert(
      fc.property(zone, day, day, moment, (zone, one, other, at) => {
        const [first, last] = one < other ? [one, other] : [other, one]
        const local = localTimeOf(zone)
        const { from, until } = rangeOfDays(local, first, last)
        const own = dayAt(local.format, at.getTime())
        expect(from <= at && at < until).toBe(first <= own && own <= last)
        expect(dayAt(local.format, from.getTime())).toBe(first)
        expect(dayAt(local.format, until.getTime() - 1)).toBe(last)
      }),
    )
  })

  it('leaves no moment between one day and the next, and none in both', () => {
    fc.assert(
      fc.property(zone, day, (zone, day) => {
        const local = localTimeOf(zone)
        const { until } = rangeOfDays(local, day, day)
        expect(rangeOfDays(local, next(day), next(day)).from).toEqual(until)
      }),
    )
  })
})

it('knows which names are zones', () => {
  expect(ZONES.filter((zone) => !isTimeZone(zone))).toEqual([])
  expect(['', 'Brasil', '+03:00', 'America/Sao Paulo'].filter(isTimeZone)).toEqual([])
})

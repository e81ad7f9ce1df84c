import { expect, it } from 'vitest'
import { compareRows, findMissingRows } from './count-rows.ts'

const judge = (table: string, before: number, copied: number, after: number) =>
  findMissingRows(
    compareRows(new Map([[table, before]]), new Map([[table, copied]]), new Map([[table, after]])),
  ).length

it.each([
  ['all of them', 'public.payments', 10, 10, 10, 0],
  ['one too few of a server at rest', 'public.payments', 10, 9, 10, 1],
  ['one too many of a server at rest', 'public.payments', 10, 11, 10, 1],
  ['some that came meanwhile', 'public.payments', 10, 12, 14, 0],
  ['fewer than there were', 'public.events', 10, 9, 14, 1],
  ['more than there ever were', 'public.events', 10, 15, 14, 1],
  ['what may go at any time', 'public.idempotency_keys', 10, 3, 14, 0],
])('R-36: a copy that has %s', (_, table, before, copied, after, missing) => {
  expect(judge(table, before, copied, after)).toBe(missing)
})

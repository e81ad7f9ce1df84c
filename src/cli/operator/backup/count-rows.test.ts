import { expect, it } from 'vitest'
import { compareRows, findMissingRows } from './count-rows.ts'

const judge = (table: string, before: number, copied: number, after: number) =>
  findMissingRows(
    compareRows(new Map([[table, before]]), new Map([[table, copied]]), new Map([[table, after]])),
  ).length

it.each([
  ['all rows', 'public.payments', 10, 10, 10, 0],
  ['one row too few of an idle server', 'public.payments', 10, 9, 10, 1],
  ['one row too many of an idle server', 'public.payments', 10, 11, 10, 1],
  ['rows inserted meanwhile', 'public.payments', 10, 12, 14, 0],
  ['fewer rows than before', 'public.events', 10, 9, 14, 1],
  ['more rows than after', 'public.events', 10, 15, 14, 1],
  ['fewer rows of a table that is pruned', 'public.idempotency_keys', 10, 3, 14, 0],
])('R-36: a copy that has %s', (_, table, before, copied, after, missing) => {
  expect(judge(table, before, copied, after)).toBe(missing)
})

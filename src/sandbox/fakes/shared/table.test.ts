import { expect, it } from 'vitest'
import { createTable } from './table.ts'

interface Row {
  of?: string
  state: string
}

it('an index has the rows of a value, oldest first, as they are now', () => {
  const written: [string, Row | undefined][] = []
  const table = createTable(
    { of: ({ of }: Row) => of, state: ({ state }: Row) => state },
    (key, row) => void written.push([key, row]),
  )
  const keysOf = (index: 'of' | 'state', value: string) =>
    table.where(index, value).map(([key]) => key)
  table.put('a', { of: 'x', state: 'due' })
  table.put('b', { of: 'x', state: 'due' })
  table.put('c', { state: 'due' })
  table.put('a', { of: 'x', state: 'sent' })
  expect(keysOf('of', 'x')).toEqual(['a', 'b'])
  expect(keysOf('state', 'due')).toEqual(['b', 'c'])
  expect(table.where('state', 'sent')).toEqual([['a', { of: 'x', state: 'sent' }]])
  table.delete('b')
  expect(keysOf('of', 'x')).toEqual(['a'])
  expect(keysOf('of', 'undefined')).toEqual([])
  expect([table.size(), table.all().length]).toEqual([2, 2])
  expect(written).toHaveLength(5)
})

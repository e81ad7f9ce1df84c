import { describe, expect, it } from 'vitest'
import { named } from './named-statement.ts'

const COLUMNS = `id, name as "ofWhom"`
const somewhere = (): string => 'pg_notify(id)'

describe('a statement with named parameters', () => {
  const UPDATE = named(
    'update',
    `update things set name = :name, at = :now::timestamptz, -- all of it
       told = ${somewhere()}, later = :now where id = :id and kind = 'a::text' returning ${COLUMNS}`,
  )

  it('is compiled to numbered parameters, in order of first use', () => {
    expect(UPDATE.text).toBe(
      `update things set name = $1, at = $2::timestamptz, -- all of it
       told = pg_notify(id), later = $2 where id = $3 and kind = 'a::text' returning ${COLUMNS}`,
    )
    expect(UPDATE.name).toMatch(/^update [0-9a-f]{8}$/)
  })

  it('takes its values by name, in any order', () => {
    expect(UPDATE.values({ id: 3, now: 2, name: 'one' })).toEqual(['one', 2, 3])
  })

  it('rejects missing names, excess names and dynamic texts by its types', () => {
    const row = { id: 3, now: 2, name: 'one' }
    const withMore = { ...row, more: 4 }
    // @ts-expect-error `name` is missing
    expect(UPDATE.values({ id: 3, now: 2 })).toHaveLength(3)
    // @ts-expect-error `more` is not one of its names
    expect(UPDATE.values({ ...row, more: 4 })).toHaveLength(3)
    // @ts-expect-error also in a variable
    expect(UPDATE.values(withMore)).toHaveLength(3)
    // @ts-expect-error the names in a dynamic `string` are unknown to the types
    expect(named('dynamic', somewhere()).values({})).toEqual([])
  })

  it.each([
    ['in a string', "select ':name'"],
    ['in a quoted name', 'select id as ":name"'],
    ['in a comment', 'select 1 -- :name'],
    ['or anything in a long comment', 'select 1 /* of\n:name */'],
  ])('refuses when it is loaded a name %s', (_, text) => {
    expect(() => named('odd', text as 'odd')).toThrow('odd: ')
  })

  it('throws on a numbered parameter', () => {
    expect(() => named('odd', 'select $1, :name')).toThrow('give every parameter a name')
  })

  it('leaves casts, strings and times unchanged', () => {
    const text = `select a::text, 'x::y', to_char(at, 'HH24:MI:SS'), 'it''s' from t` as const
    expect(named('plain', text).text).toBe(text)
    expect(named('plain', text).values({})).toEqual([])
  })
})

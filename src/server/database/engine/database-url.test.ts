import { describe, expect, it } from 'vitest'
import { hostOf, readDatabaseUrl } from './database-url.ts'

// tests guard: single-parameters

describe('the URL of the database', () => {
  it.each([
    'postgres://user:word@db.example:5432/checkout?sslmode=verify-full',
    'postgresql://%2Frun%2Fpostgresql/checkout',
    'postgres://checkout@localhost/checkout?host=/run/postgresql',
    'postgres://user:a,b@localhost/checkout',
  ])('of one host is taken as it is: %s', (text) => {
    expect(readDatabaseUrl(text)).toEqual({ ok: true, urls: [text] })
  })

  it('of several hosts is one URL for each, in their order', () => {
    const end = '/checkout?sslmode=verify-full&target_session_attrs=read-write'
    expect(
      readDatabaseUrl(`postgres://user:a,b%40c@db1.example:5432,db2.example,[fd00::7]:5433${end}`),
    ).toEqual({
      ok: true,
      urls: [
        `postgres://user:a,b%40c@db1.example:5432${end}`,
        `postgres://user:a,b%40c@db2.example${end}`,
        `postgres://user:a,b%40c@[fd00::7]:5433${end}`,
      ],
    })
  })

  it.each([
    ['mysql://one,other/checkout', 'must be postgres://'],
    ['one,other', 'must be postgres://'],
    ['postgres://one:x/checkout', 'is not a URL'],
    ['postgres://one,,other/checkout', 'no name of a host, or a wrong port, at place 2 of 3'],
    ['postgres://one,other:x/checkout', 'at place 2 of 2'],
    ['postgres://one:0,other/checkout', 'has a wrong port at one'],
    ['postgres://one,other:65536/checkout', 'has a wrong port at other'],
    ['postgres://one:5432,one:5432/checkout', 'names a host twice'],
    ['postgres://one,other/checkout?host=third', 'names several hosts, and host besides'],
    ['postgres://one/checkout?sslmode=verify-full&sslmode=disable', 'has sslmode twice: leave one'],
    ['postgres://one/checkout?sslmode=verify-full&ssl%6Dode=disable', 'has sslmode twice'],
    ['postgres://one,two/checkout?host=one&a=1&host=two', 'has host twice'],
    ['postgres://one?sslrootcert=/a&sslmode=verify-full&sslrootcert=', 'has sslrootcert twice'],
    ['postgres://one,other/checkout?target_session_attrs=any', 'takes writes: read-write'],
  ])('S-144: %s is refused: %s', (text, problem) => {
    expect(readDatabaseUrl(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
  })

  it('names a host without the user and the password', () => {
    expect(hostOf('postgres://user:word@db1.example/checkout')).toBe('db1.example:5432')
    expect(hostOf('postgres://user:word@[::1]:5433/checkout')).toBe('[::1]:5433')
  })
})

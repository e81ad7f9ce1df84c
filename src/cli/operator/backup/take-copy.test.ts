import { describe, expect, it } from 'vitest'
import type { Source } from './source.ts'
import { chooseMethod } from './take-copy.ts'

const source: Source = {
  url: 'postgres://db.example/checkout',
  version: '17.6',
  major: 17,
  checksums: true,
  inRecovery: false,
  directory: undefined,
  mayReplicate: true,
  bytes: 0,
}

describe('R-36: the method of a copy', () => {
  it.each([
    ['with the programs of its version', source, '/usr/lib/postgresql/17/bin', 'stream'],
    ['from its files where they are', { ...source, directory: '/srv/pg' }, undefined, 'files'],
    [
      'from its files by a role that may not replicate',
      { ...source, directory: '/srv/pg', mayReplicate: false },
      '/usr/lib/postgresql/17/bin',
      'files',
    ],
  ])('%s', (_, source, copiers, method) => {
    expect(chooseMethod(source, { server: undefined, copiers })).toBe(method)
  })

  it('without programs is an error that names what to install', () => {
    expect(() => chooseMethod(source, { server: undefined, copiers: undefined })).toThrow(
      'apt-get install postgresql-17',
    )
    const programs = { server: undefined, copiers: '/usr/lib/postgresql/17/bin' }
    expect(() => chooseMethod({ ...source, mayReplicate: false }, programs)).toThrow('replication')
  })
})

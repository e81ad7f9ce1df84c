import { expect, it } from 'vitest'
import { compareNames, namesIn, readSources } from './exported-names.ts'
import { readSecurityDoc } from './sources.ts'

const LOGS = /\blog\??\.(?:trace|debug|info|warn|error|fatal)\(/

it('ASVS 16.1.1: the inventory has every function that writes to the log, and no other', () => {
  const [, places = ''] = readSecurityDoc('logs.md').split('## What stands in the log')
  const found = readSources().filter(({ text }) => LOGS.test(text))
  expect(found.length).toBeGreaterThan(20)
  expect(compareNames(namesIn(places), found)).toEqual({ unlisted: [], gone: [] })
})

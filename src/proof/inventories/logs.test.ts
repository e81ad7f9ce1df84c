import { expect, it } from 'vitest'
import { listServedSources, readSecurityDoc, readSource } from './sources.ts'

const LOGS = /\blog\??\.(?:trace|debug|info|warn|error|fatal)\(/

it('ASVS 16.1.1: the inventory has every file that writes to the log, and no other', () => {
  const [, places = ''] = readSecurityDoc('logs.md').split('## What stands in the log')
  const listed = [...places.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path)
  const found = listServedSources().filter(
    (path) => /\.tsx?$/.test(path) && LOGS.test(readSource(path)),
  )
  expect(found.length).toBeGreaterThan(20)
  expect([...new Set(listed)].toSorted()).toEqual(found.toSorted())
})

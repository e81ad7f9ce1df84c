import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const NOT_SERVED = /\.(?:test|fixture)\.tsx?$|^(?:testing|campaign|bench|gallery|oracle)\//
const LOGS = /\blog\??\.(?:trace|debug|info|warn|error|fatal)\(/

const here = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

it('ASVS 16.1.1: the inventory has every file that writes to the log, and no other', () => {
  const [, places = ''] = here('logs.md').split('## What stands in the log')
  const listed = [...places.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path)
  const found = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !NOT_SERVED.test(path) && LOGS.test(here(path)),
  )
  expect(found.length).toBeGreaterThan(20)
  expect([...new Set(listed)].toSorted()).toEqual(found.toSorted())
})

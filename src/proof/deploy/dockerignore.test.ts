import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const RULES = readFileSync(join(import.meta.dirname, '../../../.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Unlike in a shell, `*` matches names that begin with a dot. */
const matches = (rule: string, path: string) =>
  new RegExp(
    `^${rule
      .replaceAll('.', String.raw`\.`)
      .replaceAll('*', '[^/]*')
      .replace('[^/]*[^/]*/', '(.*/)?')}$`,
  ).test(path)

/** Whether a build of the image is given a file: the last rule that matches it, or a folder above it, decides. */
function isGiven(path: string): boolean {
  const parts = path.split('/')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const last = RULES.findLast((rule) => above.some((part) => matches(rule.replace(/^!/, ''), part)))
  return last === undefined || last.startsWith('!')
}

it.each([
  'src/cli/deploy/compose/secrets/master-key',
  'src/cli/deploy/compose/secrets/database-password',
  'src/cli/deploy/compose/certificates/proxy-key.pem',
  'src/cli/deploy/compose/processor/index.js',
  'src/cli/deploy/compose/metrics/wal/00000000',
  'src/cli/deploy/compose/.env',
  '.data/production/master-key',
  '.env.local',
  'src/cli/serve.test.ts',
  'src/proof/prove.ts',
])('a build of the image is not given %s', (path) => expect(isGiven(path)).toBe(false))

it.each([
  'src/cli/checkout.js',
  'src/cli/build/bundle.ts',
  'src/proof/suites/vitest-projects.ts',
  'package-lock.json',
  '.env.production',
])('a build of the image is given %s', (path) => expect(isGiven(path)).toBe(true))

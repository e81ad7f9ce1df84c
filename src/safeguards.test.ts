import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { VIEWER_HOURS, SIGN_IN_LINK_MINUTES } from './contract/viewer.ts'
import { IMAGE_TYPES } from './contract/image.ts'
import { INTRODUCTION } from './contract/openapi/introduction.ts'
import { LIMITS } from './contract/limits.ts'

const NOT_SERVED = /\.(?:test|fixture)\.tsx?$|^(?:testing|campaign|bench|gallery|oracle|build)\//
/** The sandbox's own, the operator's tools, and what runs in browsers. */
const NOT_OF_A_SERVER =
  /^(?:processors\/simulated|demo-store|qa-kit|cli\/commands|store\/backup|store\/embedded|web|workshop|fields)\//
/** What opens connections: of packages, of Node, and of the platform. */
const CONNECTS =
  /^import (?!type)[^;]*?(?<!type )\b(?:Pool|Client|createTransport|buildConnector|Resolver|connect|request)\b[^;]*?from '(?:pg|undici|nodemailer|node:(?:dns(?:\/promises)?|net|tls|https?|http2|dgram))'|\bglobalThis\.fetch\b/m

const here = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const text = here('safeguards.md')
const chapter = (title: string) => text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
const quoted = (part: string, pattern: RegExp) => [
  ...new Set([...part.matchAll(pattern)].map(([, one, other]) => one ?? other ?? '')),
]

const RULES = [
  'domain/totals.ts',
  'domain/session-problems.ts',
  'service/sessions/create-session.ts',
  'service/checkout/check-attempt.ts',
]

it('ASVS 2.1.2: the reference names every code of a rule between fields', () => {
  const codes = RULES.flatMap((path) =>
    quoted(here(path), /\bcode: '(\w+)'|wrong\(\s*[^,]+,\s*'(\w+)'/g),
  )
  expect(codes.length).toBeGreaterThan(7)
  expect(codes.filter((code) => !INTRODUCTION.includes(`\`${code}\``))).toEqual([])
})

it('ASVS 5.1.1: the reference names every kind of picture, and how large one may be', () => {
  for (const type of IMAGE_TYPES)
    expect(INTRODUCTION).toContain(type.slice('image/'.length).toUpperCase())
  expect(INTRODUCTION).toContain(`at most ${LIMITS.imageBytesMax / 1024 / 1024} MiB`)
})

it('ASVS 14.1.1: every table of the database has its level', () => {
  const directory = join(import.meta.dirname, 'store/migrations')
  const tables = readdirSync(directory).flatMap((name) =>
    quoted(here(`store/migrations/${name}`), /^create table (\w+)/gm),
  )
  expect(quoted(chapter('Data by level'), /^\| `(\w+)` \|/gm).toSorted()).toEqual(tables.toSorted())
})

it('ASVS 13.1.1: every file that opens connections to others is listed, and no other', () => {
  const found = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\.tsx?$/.test(path) &&
      !NOT_SERVED.test(path) &&
      !NOT_OF_A_SERVER.test(path) &&
      CONNECTS.test(here(path)),
  )
  expect(quoted(chapter('Whom the product talks to'), /`([\w./-]+\.ts)`/g).toSorted()).toEqual(
    found.toSorted(),
  )
})

it('ASVS 6.1.1, 15.1.3: every setting that is named is one, and is in the README', () => {
  const names = quoted(text, /`([A-Z]+(?:_[A-Z]+)+)`/g)
  expect(names.length).toBeGreaterThan(10)
  const config = here('cli/config.ts')
  const readme = here('../README.md')
  expect(names.filter((name) => !config.includes(`  ${name}:`) || !readme.includes(name))).toEqual(
    [],
  )
})

it('ASVS 6.1.1, 15.1.3: the numbers are those of the source', () => {
  expect(chapter('Ways in')).toContain(
    `${SIGN_IN_LINK_MINUTES} minutes; then ${VIEWER_HOURS} hours`,
  )
  const costly = chapter('What is costly')
  expect(costly).toContain(`${LIMITS.bodyBytesMax / 1024} KiB, closed`)
  expect(costly).toContain(`${LIMITS.replaysMax} in a call`)
  expect(costly).toContain(`${LIMITS.pageSizeMax} on a page`)
  expect(costly).toContain(`${LIMITS.notificationsWaitSecondsMax} s;`)
  expect(LIMITS.paymentAttemptsPerSessionMax).toBe(10)
})

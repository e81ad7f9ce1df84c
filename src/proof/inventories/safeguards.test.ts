import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { IMAGE_TYPES } from '#contract/image.ts'
import { INTRODUCTION } from '#contract/openapi/introduction.ts'
import { LIMITS } from '#contract/limits.ts'

import { compareNames, namesIn, readSources } from './exported-names.ts'
import { readSecurityDoc, readSource, SRC } from './sources.ts'

/** The sandbox, the operator's tools, and code of browsers. */
const NOT_OF_A_SERVER =
  /^(?:sandbox\/(?:simulator|demo-store|workshop|page|build)|client\/(?:testing|tools(?!\/readiness))|cli\/(?:operator|sandbox)|server\/database\/(?:backup|embedded)|page\/(?:web|card-frame|build)|dashboard\/(?:web|build))\//
/** Functions of packages, Node and the platform that open connections. */
const CONNECTS =
  /^import (?!type)[^;]*?(?<!type )\b(?:Pool|Client|createTransport|buildConnector|Resolver|connect|request|OTLPTraceExporter)\b[^;]*?from '(?:pg|undici|nodemailer|@opentelemetry\/[\w-]+|node:(?:dns(?:\/promises)?|net|tls|https?|http2|dgram))'|(?<!typeof )\bglobalThis\.fetch\b/m

const text = readSecurityDoc('safeguards.md')
const chapter = (title: string) => text.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
const quoted = (part: string, pattern: RegExp) => [
  ...new Set([...part.matchAll(pattern)].map(([, one, other]) => one ?? other ?? '')),
]

const sources = readSources()
/** The files that export the name. */
const sourceOf = (name: string) => sources.filter(({ names }) => names.includes(name))
const RULES = ['totalOf', 'problemsOfSession', 'createSession', 'validatePayment']

it('ASVS 2.1.2: the reference names every code of a rule between fields', () => {
  expect(RULES.filter((rule) => sourceOf(rule).length === 0)).toEqual([])
  const codes = RULES.flatMap(sourceOf).flatMap(({ text }) =>
    quoted(text, /\bcode: '(\w+)'|wrong\(\s*[^,]+,\s*'(\w+)'/g),
  )
  expect(codes.length).toBeGreaterThan(7)
  expect(codes.filter((code) => !INTRODUCTION.includes(`\`${code}\``))).toEqual([])
})

it('ASVS 5.1.1: the reference names every image type, and the size limit', () => {
  for (const type of IMAGE_TYPES)
    expect(INTRODUCTION).toContain(type.slice('image/'.length).toUpperCase())
  expect(INTRODUCTION).toContain(`at most ${LIMITS.imageBytesMax / 1024 / 1024} MiB`)
})

it('ASVS 14.1.1: every table of the database has its level', () => {
  const directory = join(SRC, 'server/database/migrations')
  const tables = readdirSync(directory).flatMap((name) =>
    quoted(readSource(`server/database/migrations/${name}`), /^create table (\w+)/gm),
  )
  expect(quoted(chapter('Data by level'), /^\| `(\w+)` \|/gm).toSorted()).toEqual(tables.toSorted())
})

it('ASVS 13.1.1: every place that opens connections to others is listed, and no other', () => {
  const found = sources.filter(
    ({ path, text: source }) => !NOT_OF_A_SERVER.test(path) && CONNECTS.test(source),
  )
  expect(found.length).toBeGreaterThan(10)
  expect(compareNames(namesIn(chapter('Outgoing connections')), found)).toEqual({
    unlisted: [],
    gone: [],
  })
})

it("ASVS 6.1.1, 15.1.3: every setting that is named exists, and is in the operators' guide", () => {
  const names = quoted(text, /`([A-Z]+(?:_[A-Z]+)+)`/g)
  expect(names.length).toBeGreaterThan(10)
  const config = sourceOf('readConfig')
    .map(({ text: source }) => source)
    .join('')
  const guide = readSource('../docs/guides/operating.md')
  expect(names.filter((name) => !config.includes(`  ${name}:`) || !guide.includes(name))).toEqual(
    [],
  )
})

it('ASVS 6.1.1, 15.1.3: the numbers are those of the source', () => {
  const costly = chapter('What is costly')
  expect(costly).toContain(`${LIMITS.bodyBytesMax / 1024} KiB, closed`)
  expect(costly).toContain(`${LIMITS.replaysMax} in a call`)
  expect(costly).toContain(`${LIMITS.pageSizeMax} on a page`)
  expect(costly).toContain(`${LIMITS.notificationsWaitSecondsMax} s;`)
  expect(LIMITS.paymentAttemptsPerSessionMax).toBe(10)
})

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Tag } from './languages.ts'

type File = Record<string, object>

/** Exports of each language's file by path. The tables are left out: they fail to load when a file is missing. */
const FILES = import.meta.glob<File>('./[a-z][a-z]{,-[a-z][a-z]}.ts', { eager: true })
/** The words of people who work in the dashboard. A language may lack them: they then speak English to its shoppers. */
const DASHBOARD_FILES = import.meta.glob<File>('./dashboard/*.ts', { eager: true })

/** The places of a language's file, each with the table of all languages and the type of its words. */
const PLACES = {
  page: { table: 'PAGE_WORDS', type: 'Words', typeFile: 'words' },
  plain: { table: 'PLAIN_WORDS', type: 'PlainWords', typeFile: 'places' },
  noScript: { table: 'NO_SCRIPT_WORDS', type: 'NoScriptWords', typeFile: 'places' },
  assist: { table: 'ASSIST_WORDS', type: 'AssistWords', typeFile: 'places' },
  sandbox: { table: 'SANDBOX_WORDS', type: 'AllSandboxWords', typeFile: 'places' },
  bank: { table: 'BANK_WORDS', type: 'BankWords', typeFile: 'places' },
} as const
/** The dashboard's pages have no table, since a browser loads only the language that it shows. */
const DASHBOARD_PLACES = ['dashboardPage', 'dashboardSetup', 'dashboard']
/** Their texts may have plural forms, which differ by language and are no keys. */
const WITH_PLURALS = new Set(['page', 'dashboardPage', 'dashboardSetup'])

const pathOf = (tag: string, folder = '') => `./${folder}${tag.toLowerCase()}.ts`
const shown = (path: string) => `words/${path.slice(2)}`

/** Every key, nested ones as `outcomes.pay`. */
function keysOf(words: object, isNested: boolean): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    isNested && typeof value === 'object'
      ? keysOf(value, true).map((inner) => `${key}.${inner}`)
      : [key],
  )
}

/** What a file lacks of the English one, and what it has for no known place. */
function faultsOf(path: string, own: File, english: File, places: readonly string[]): string[] {
  const lacking = places.flatMap((place) => {
    const words = own[place]
    if (words === undefined) return [`${shown(path)} does not export ${place}`]
    const isNested = !WITH_PLURALS.has(place)
    const keys = new Set(keysOf(words, isNested))
    return keysOf(english[place] ?? {}, isNested)
      .filter((key) => !keys.has(key))
      .map((key) => `${shown(path)} lacks ${key}`)
  })
  const strange = Object.keys(own).filter((name) => !places.includes(name))
  return [...lacking, ...strange.map((name) => `${shown(path)}: ${name} belongs to no place`)]
}

describe('each language', () => {
  it.each(LANGUAGES)('$tag has a complete file', ({ tag }) => {
    const path = pathOf(tag)
    const own = FILES[path]
    const english = FILES[pathOf('en')] ?? {}
    expect(
      own === undefined
        ? [`${shown(path)} is missing`]
        : faultsOf(path, own, english, Object.keys(PLACES)),
    ).toEqual([])
  })

  it.each(Object.entries(DASHBOARD_FILES))('has all of the dashboard in %s', (path, own) => {
    const english = DASHBOARD_FILES[pathOf('en', 'dashboard/')] ?? {}
    expect(faultsOf(path, own, english, DASHBOARD_PLACES)).toEqual([])
  })

  it('has a row in languages.ts', () => {
    const known = new Set(LANGUAGES.flatMap(({ tag }) => [pathOf(tag), pathOf(tag, 'dashboard/')]))
    const missing = Object.keys({ ...FILES, ...DASHBOARD_FILES }).filter((path) => !known.has(path))
    expect(missing.map((path) => `${shown(path)} has no row in languages.ts`)).toEqual([])
  })
})

interface Table {
  folder: string
  tags: readonly Tag[]
  /** Name of the export in each language's file. */
  place: string
  /** The table's declaration, with the entries in between. */
  before: string
  after: string
  type: string
  typeFile: string
}

/** Source of one place's table, with static imports, as bundlers need them. */
function sourceOf({ folder, tags, place, before, after, type, typeFile }: Table): string {
  const nameOf = (tag: string) => tag.replaceAll('-', '')
  const imports = [
    ...tags.map((tag) => `import { ${place} as ${nameOf(tag)} } from '.${pathOf(tag, folder)}'`),
    "import type { Tag } from '../languages.ts'",
    `import type { ${type} } from '../${typeFile}.ts'`,
  ]
  const entries = tags.map((tag) =>
    tag === nameOf(tag) ? `  ${tag},` : `  '${tag}': ${nameOf(tag)},`,
  )
  return [
    '// Written from the rows of languages.ts: `npx vitest run src/words/languages.test.ts -u`.',
    ...imports,
    '',
    before,
    ...entries,
    after,
    '',
  ].join('\n')
}

describe('each table of words', () => {
  const fileOf = (table: string) =>
    join(
      import.meta.dirname,
      'tables',
      `${table.replace('_WORDS', '').toLowerCase().replace('_', '-')}.ts`,
    )

  it.each(Object.entries(PLACES))('%s has the languages of languages.ts', async (place, one) => {
    const source = sourceOf({
      ...one,
      place,
      folder: '',
      tags: LANGUAGES.map(({ tag }) => tag),
      before: `export const ${one.table}: Readonly<Record<Tag, ${one.type}>> = {`,
      after: '}',
    })
    await expect(source).toMatchFileSnapshot(fileOf(one.table))
  })

  it('dashboard has the languages that have its words', async () => {
    const source = sourceOf({
      place: 'dashboard',
      folder: 'dashboard/',
      tags: LANGUAGES.map(({ tag }) => tag).filter(
        (tag) => pathOf(tag, 'dashboard/') in DASHBOARD_FILES,
      ),
      before: 'export const DASHBOARD_WORDS = {',
      after: '} satisfies Readonly<Partial<Record<Tag, DashboardWords>>>',
      type: 'DashboardWords',
      typeFile: 'places',
    })
    await expect(source).toMatchFileSnapshot(fileOf('DASHBOARD_WORDS'))
  })
})

describe("the dashboard's pages", () => {
  const sentencesIn = (path: string) => ({
    ...DASHBOARD_FILES[path]?.['dashboardPage'],
    ...DASHBOARD_FILES[path]?.['dashboardSetup'],
  })

  it.each(Object.keys(DASHBOARD_FILES))(
    'have every sentence in %s, with the same placeholders',
    (path) => {
      expect(placeholdersOf(sentencesIn(path))).toEqual(
        placeholdersOf(sentencesIn(pathOf('en', 'dashboard/'))),
      )
    },
  )
})

/** The placeholders of each sentence, of all its plural forms together. */
function placeholdersOf(words: object): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(words).map(([key, sentence]) => [
      key,
      [...new Set(JSON.stringify(sentence).match(/\{\w+\}/g))].toSorted(),
    ]),
  )
}

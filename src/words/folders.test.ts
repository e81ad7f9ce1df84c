import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './languages.ts'

/** The files of a language, each with the table of all languages and the type of its words. */
const PARTS = {
  page: { table: 'PAGE_WORDS', type: 'Words', typeFile: 'words' },
  plain: { table: 'PLAIN_WORDS', type: 'PlainWords', typeFile: 'plain-words' },
  assist: { table: 'ASSIST_WORDS', type: 'AssistWords', typeFile: 'assist-words' },
  'no-script': { table: 'NO_SCRIPT_WORDS', type: 'NoScriptWords', typeFile: 'no-script-words' },
  sandbox: { table: 'SANDBOX_WORDS', type: 'AllSandboxWords', typeFile: 'sandbox-words' },
  bank: { table: 'BANK_WORDS', type: 'BankWords', typeFile: 'bank-words' },
  dashboard: { table: 'DASHBOARD_WORDS', type: 'DashboardWords', typeFile: 'dashboard-words' },
} as const
type Part = keyof typeof PARTS

/** Parts that a language may lack: texts for people who work in the dashboard. They then speak English to its shoppers. */
const OPTIONAL: readonly string[] = ['dashboard']

const PART_NAMES = Object.keys(PARTS) as Part[]
const TABLES = 'tables'
/** Exports of each words file by path. The tables are left out: they fail to load when a file is missing. */
const FILES = import.meta.glob<Record<string, object>>(['./*/*.ts', '!./tables/*.ts'], {
  eager: true,
})

/**
 * The file of the dashboard's pages. A language may lack it. It has no table, since a browser loads only the language
 * that it shows.
 */
const DASHBOARD_PAGE = 'dashboard-page.ts'

const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== TABLES)
  .map(({ name }) => name)
const folderOf = (tag: string) => tag.toLowerCase()
const nameOf = (tag: string) => tag.replaceAll('-', '')

/** Every key, nested ones as `outcomes.pay`. Plural forms differ by language and are no keys. */
function keysOf(words: object, isNested: boolean): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    isNested && typeof value === 'object'
      ? keysOf(value, true).map((inner) => `${key}.${inner}`)
      : [key],
  )
}

describe('each language', () => {
  it.each(LANGUAGES)('$tag has a complete folder', ({ tag }) => {
    const lacking = PART_NAMES.flatMap((part) => {
      const file = `words/${folderOf(tag)}/${part}.ts`
      const words = FILES[`./${folderOf(tag)}/${part}.ts`]
      const english = FILES[`./en/${part}.ts`]?.['en'] ?? {}
      if (words === undefined)
        return OPTIONAL.includes(part) ? [] : [`words/${folderOf(tag)} lacks ${part}.ts`]
      const own = words[nameOf(tag)]
      if (own === undefined) return [`${file} does not export ${nameOf(tag)}`]
      const isNested = part !== 'page'
      const keys = new Set(keysOf(own, isNested))
      return keysOf(english, isNested)
        .filter((key) => !keys.has(key))
        .map((key) => `${file} lacks ${key}`)
    })
    expect(lacking).toEqual([])
  })

  it('has a row in languages.ts', () => {
    const rows = new Set(LANGUAGES.map(({ tag }) => folderOf(tag)))
    const missing = folders.filter((folder) => !rows.has(folder))
    expect(missing.map((folder) => `words/${folder} has no row in languages.ts`)).toEqual([])
  })

  it('has no unknown file', () => {
    const known = new Set<string>([...PART_NAMES.map((part) => `${part}.ts`), DASHBOARD_PAGE])
    const strange = folders.flatMap((folder) =>
      readdirSync(join(import.meta.dirname, folder))
        .filter((file) => !known.has(file))
        .map((file) => `words/${folder}/${file} belongs to no part`),
    )
    expect(strange).toEqual([])
  })
})

/** Source of one part's table, with static imports, as bundlers need them. */
function tableOf(part: Part): string {
  const { table, type, typeFile } = PARTS[part]
  const isOptional = OPTIONAL.includes(part)
  const languages = LANGUAGES.filter(
    ({ tag }) => !isOptional || `./${folderOf(tag)}/${part}.ts` in FILES,
  )
  const imports = [
    ...languages.map(
      ({ tag }) => `import { ${nameOf(tag)} } from '../${folderOf(tag)}/${part}.ts'`,
    ),
    "import type { Tag } from '../languages.ts'",
    `import type { ${type} } from '../${typeFile}.ts'`,
  ]
  const entries = languages.map(({ tag }) =>
    tag === nameOf(tag) ? `  ${tag},` : `  '${tag}': ${nameOf(tag)},`,
  )
  return [
    '// Written from the rows of languages.ts: `npx vitest run src/words/folders.test.ts -u`.',
    ...imports,
    '',
    isOptional
      ? `export const ${table} = {`
      : `export const ${table}: Readonly<Record<Tag, ${type}>> = {`,
    ...entries,
    isOptional ? `} satisfies Readonly<Partial<Record<Tag, ${type}>>>` : '}',
    '',
  ].join('\n')
}

describe('each table of words', () => {
  it.each(PART_NAMES)('%s has the languages of languages.ts', async (part) => {
    await expect(tableOf(part)).toMatchFileSnapshot(join(import.meta.dirname, TABLES, `${part}.ts`))
  })
})

describe("the dashboard's pages", () => {
  const english = FILES[`./en/${DASHBOARD_PAGE}`]?.['en'] ?? {}
  const others = LANGUAGES.filter(({ tag }) => `./${folderOf(tag)}/${DASHBOARD_PAGE}` in FILES)

  it.each(others)('have every sentence in $tag, with the same placeholders', ({ tag }) => {
    const own = FILES[`./${folderOf(tag)}/${DASHBOARD_PAGE}`]?.[nameOf(tag)] ?? {}
    expect(placeholdersOf(own)).toEqual(placeholdersOf(english))
  })
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

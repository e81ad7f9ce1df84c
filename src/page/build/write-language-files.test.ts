import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { languageOf, LANGUAGES } from '#words/languages.ts'
import { sandboxWords } from '#words/sandbox-words.ts'
import { sentWords } from '#words/sent-words.ts'
import { writeCountries, writeWords } from './write-language-files.ts'

it('names all countries in each language of the page, by a name that changes with the content', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'countries-'))
  await mkdir(join(directory, 'assets'))
  const paths = await writeCountries(directory)
  expect(Object.keys(paths)).toEqual(LANGUAGES.map(({ tag }) => tag))
  expect(new Set(Object.values(paths)).size).toBe(LANGUAGES.length)
  for (const [tag, path] of Object.entries(paths)) {
    expect(path).toMatch(/^\/assets\/countries-[\w-]+-[\w-]{8}\.json$/)
    const names: [string, string][] = JSON.parse(await readFile(join(directory, path), 'utf8'))
    expect(names.map(([code]) => code)).toContain('BR')
    expect(new Set(names.map(([code]) => code)).size).toBe(250)
    expect(names.map(([, name]) => name)).toEqual(
      names.map(([, name]) => name).toSorted(new Intl.Collator(tag).compare),
    )
  }
  await rm(directory, { recursive: true })
})

it('writes the words of each language, with those of the sandbox only in its build', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'words-'))
  await mkdir(join(directory, 'assets'))
  for (const environment of ['sandbox', 'production'] as const) {
    const paths = await writeWords(directory, environment)
    expect(Object.keys(paths)).toEqual(LANGUAGES.map(({ tag }) => tag))
    for (const [tag, path] of Object.entries(paths)) {
      expect(path).toMatch(/^\/assets\/words-[\w-]+-[\w-]{8}\.json$/)
      const written: unknown = JSON.parse(await readFile(join(directory, path), 'utf8'))
      expect(written).toEqual({
        words: sentWords(languageOf(tag).tag),
        sandbox: environment === 'sandbox' ? sandboxWords(tag) : null,
      })
    }
  }
  await rm(directory, { recursive: true })
})

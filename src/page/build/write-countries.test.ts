import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { LANGUAGES } from '#words/languages.ts'
import { writeCountries } from './write-countries.ts'

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

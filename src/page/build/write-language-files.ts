import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '#contract/environment.ts'
import { LANGUAGES, type Tag } from '#words/languages.ts'
import { sandboxWords } from '#words/sandbox-words.ts'
import { sentWords } from '#words/sent-words.ts'
import { countryNames } from '../web/country-names.ts'
import type { PageWords } from '../web/page-data.ts'

const HASH_LENGTH = 8

/** Writes the country names, one file per language; returns their URL paths by language. */
export function writeCountries(clientDirectory: string): Promise<Record<string, string>> {
  return writeLanguageFiles(clientDirectory, 'countries', countryNames)
}

/** Writes the words of the page's screens in the same way. */
export function writeWords(
  clientDirectory: string,
  environment: Environment,
): Promise<Record<string, string>> {
  return writeLanguageFiles(clientDirectory, 'words', (tag): PageWords => ({
    words: sentWords(tag),
    sandbox: environment === 'sandbox' ? sandboxWords(tag) : null,
  }))
}

async function writeLanguageFiles(
  directory: string,
  name: string,
  contentIn: (tag: Tag) => object,
): Promise<Record<string, string>> {
  const written = LANGUAGES.map(async ({ tag }): Promise<[string, string]> => {
    const content = JSON.stringify(contentIn(tag))
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, HASH_LENGTH)
    const path = `/assets/${name}-${tag}-${hash}.json`
    await writeFile(join(directory, path), content)
    return [tag, path]
  })
  return Object.fromEntries(await Promise.all(written))
}

import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countryNames } from '../web/country-names.ts'
import { LANGUAGES } from '#words/languages.ts'

const HASH_LENGTH = 8

/** Writes the country names, one file per language; returns their URL paths by language. */
export async function writeCountries(clientDirectory: string): Promise<Record<string, string>> {
  const written = LANGUAGES.map(async ({ tag }): Promise<[string, string]> => {
    const names = JSON.stringify(countryNames(tag))
    const hash = createHash('sha256').update(names).digest('base64url').slice(0, HASH_LENGTH)
    const path = `/assets/countries-${tag}-${hash}.json`
    await writeFile(join(clientDirectory, path), names)
    return [tag, path]
  })
  return Object.fromEntries(await Promise.all(written))
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const SRC = join(import.meta.dirname, '../..')
const SECURITY_DOCS = join(SRC, '../docs/security')

/** Files that are not part of the product: tests, and the proof wing. */
const NOT_SERVED = /\.test\.tsx?$|^proof\//

/** The text of a file, by its path in `src`. */
export function readSource(path: string): string {
  return readFileSync(join(SRC, path), 'utf8')
}

/** The text of a document in `docs/security`. */
export function readSecurityDoc(name: string): string {
  return readFileSync(join(SECURITY_DOCS, name), 'utf8')
}

/** Every file of the product, by its path in `src`. */
export function listServedSources(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !NOT_SERVED.test(path))
}

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

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

/** Tests and what they share, by the names of their files: documents name them without their folders. */
export function findProofs(): Map<string, string[]> {
  const paths = ['.', '../e2e'].flatMap((root) =>
    readdirSync(join(SRC, root), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(root, path).replaceAll('\\', '/'),
    ),
  )
  const isProof = (path: string) =>
    /\.tsx?$/.test(path) && /^\.\.|^proof\/|\.test\.tsx?$/.test(path)
  return Map.groupBy(paths.filter(isProof), (path) => basename(path))
}

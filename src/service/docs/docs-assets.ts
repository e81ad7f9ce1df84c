import { readFile } from 'node:fs/promises'
import { API_HEADERS } from '../http/problem-response.ts'
import { docsFile, type DocsFile } from './docs-file.ts'

const CSS = 'text/css; charset=utf-8'
const JAVASCRIPT = 'text/javascript; charset=utf-8'

/** The only files that the page of the reference loads. */
const ASSETS = {
  'swagger-ui.css': { contentType: CSS, from: 'swagger-ui-dist/swagger-ui.css' },
  'swagger-ui-bundle.js': { contentType: JAVASCRIPT, from: 'swagger-ui-dist/swagger-ui-bundle.js' },
  'docs.css': { contentType: CSS, from: './browser/docs.css' },
  'initializer.js': { contentType: JAVASCRIPT, from: './browser/initializer.js' },
} as const

type AssetName = keyof typeof ASSETS

/** Where each asset is served: an address that changes with the content, so that it may be kept for ever. */
export type AssetPaths = Readonly<Record<AssetName, string>>

export async function readDocsAssets(): Promise<{
  files: ReadonlyMap<string, DocsFile>
  paths: AssetPaths
}> {
  const named = await Promise.all(
    Object.entries(ASSETS).map(async ([name, { contentType, from }]) => {
      const file = docsFile(await readFile(new URL(import.meta.resolve(from))), {
        ...API_HEADERS,
        'Content-Type': contentType,
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      return { name, file, path: `/docs/assets/${file.hash}/${name}` }
    }),
  )
  return {
    files: new Map(named.map(({ path, file }) => [path, file])),
    paths: Object.fromEntries(named.map(({ name, path }) => [name, path])) as Record<
      AssetName,
      string
    >,
  }
}

import { createHash } from 'node:crypto'
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

/** Where an asset is served, an address that changes with the content, so that it may be kept for ever; and its hash. */
export interface PlacedAsset {
  path: string
  integrity: string
}
export type PlacedAssets = Readonly<Record<AssetName, PlacedAsset>>

export async function readDocsAssets(): Promise<{
  files: ReadonlyMap<string, DocsFile>
  assets: PlacedAssets
}> {
  const named = await Promise.all(
    Object.entries(ASSETS).map(async ([name, { contentType, from }]) => {
      const file = docsFile(await readFile(new URL(import.meta.resolve(from))), {
        ...API_HEADERS,
        'Content-Type': contentType,
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      const path = `/docs/assets/${file.hash}/${name}`
      const integrity = `sha384-${createHash('sha384').update(file.body).digest('base64')}`
      return { name, file, placed: { path, integrity } }
    }),
  )
  return {
    files: new Map(named.map(({ placed, file }) => [placed.path, file])),
    assets: Object.fromEntries(named.map(({ name, placed }) => [name, placed])) as Record<
      AssetName,
      PlacedAsset
    >,
  }
}

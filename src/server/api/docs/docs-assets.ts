import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { API_HEADERS } from '#http/security-headers.ts'
import { docsFile, type DocsFile } from './docs-file.ts'

/** The only assets of the reference page. */
const ASSETS = {
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml; charset=utf-8',
} as const

type AssetName = keyof typeof ASSETS

/** An immutable asset: its path contains a content hash. `integrity` is for SRI and CSP. */
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
    Object.entries(ASSETS).map(async ([name, contentType]) => {
      const file = docsFile(await readFile(join(import.meta.dirname, 'browser', name)), {
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

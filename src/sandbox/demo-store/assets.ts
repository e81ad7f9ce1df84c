import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webp': 'image/webp',
}

export interface Asset {
  body: Uint8Array<ArrayBuffer>
  contentType: string
}

/** Reads the store's static files into memory, by name. */
export function loadAssets(): ReadonlyMap<string, Asset> {
  const directory = join(import.meta.dirname, 'assets')
  return new Map(
    readdirSync(directory).flatMap((name) => {
      const contentType = CONTENT_TYPES[extname(name)]
      if (contentType === undefined) return []
      return [[name, { body: new Uint8Array(readFileSync(join(directory, name))), contentType }]]
    }),
  )
}

import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import type { Encoding } from './accepted-encoding.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/** A file of the build, in each encoding that was built. */
export interface Asset {
  contentType: string
  bodies: { identity: Uint8Array<ArrayBuffer> } & Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
}

/** All files of a folder by URL path, as `/assets/x.js`. Files of unknown types are left out. */
export async function readAssets(directory: string): Promise<Map<string, Asset>> {
  const entries = await readdir(directory, { recursive: true })
  const names = new Set(entries)
  const read = async (name: string) => new Uint8Array(await readFile(join(directory, name)))
  const assets = new Map<string, Asset>()
  for (const name of entries) {
    const contentType = CONTENT_TYPES[extname(name)]
    if (contentType === undefined) continue
    const bodies: Asset['bodies'] = { identity: await read(name) }
    for (const [encoding, suffix] of Object.entries(SUFFIXES) as ['br' | 'gzip', string][]) {
      if (names.has(name + suffix)) bodies[encoding] = await read(name + suffix)
    }
    assets.set(`/${name.split(sep).join('/')}`, { contentType, bodies })
  }
  return assets
}

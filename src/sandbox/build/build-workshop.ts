import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleClient } from '../../page/build/bundle.ts'
import { compressFiles } from '../../page/build/compress.ts'
import { sha256, sha384 } from '../../page/build/hash.ts'
import { checkLaterScripts } from '../../page/build/later-scripts.ts'
import type { WorkshopRecord } from './workshop-record.ts'

const ENTRY = 'src/sandbox/workshop/entry.tsx'
/** Prefix of all asset addresses, so that none collides with an asset of the shopper's page. */
const BASE = '/workshop'
const IN_A_PAGE = /\/src\/sandbox\/workshop\/(preview|notifications)\//

/** Builds the sandbox's pages for merchants into an otherwise empty directory. */
export async function buildWorkshop(directory: string): Promise<void> {
  const client = join(directory, 'client')
  const { chunks, css } = await bundleClient('sandbox', ENTRY, client, {
    base: `${BASE}/`,
    // Pages share code through the entry chunk: a lazily loaded chunk imports no other lazy chunk.
    together: [{ name: 'shared', test: (id) => !IN_A_PAGE.test(id) }],
  })
  checkLaterScripts(chunks)
  const entry = chunks.find((chunk) => chunk.isEntry)
  if (entry === undefined) throw new Error('the workshop has no entry')
  const address = (fileName: string) => `${BASE}/${fileName}`
  const scripts = Object.fromEntries(
    chunks.map(({ fileName, code }) => [address(fileName), sha384(Buffer.from(code))]),
  )
  const importMap = JSON.stringify({ integrity: scripts })
  const record: WorkshopRecord = {
    entry: address(entry.fileName),
    preloads: entry.imports.map(address),
    css,
    cssHash: sha256(css),
    importMap,
    importMapHash: sha256(importMap),
    scripts,
  }
  await writeFile(join(directory, 'workshop.json'), `${JSON.stringify(record, null, 2)}\n`)
  await compressFiles(client)
}

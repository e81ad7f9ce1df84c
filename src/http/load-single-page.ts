import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readAssets, type Asset } from './assets.ts'

const Record = z.object({
  entry: z.string(),
  preloads: z.array(z.string()),
  css: z.string(),
  cssHash: z.string(),
  importMap: z.string(),
  importMapHash: z.string(),
  scripts: z.record(z.string(), z.string()),
})

/** Pages that a script renders entirely in the browser. */
export interface LoadedSinglePage {
  record: z.infer<typeof Record>
  /** By path without the prefix of the pages' URLs. */
  assets: ReadonlyMap<string, Asset>
}

/** Loads built pages into memory; `null` when the folder has no such record. */
export async function loadSinglePage(
  directory: string,
  recordName: string,
): Promise<LoadedSinglePage | null> {
  const names = await readdir(directory).catch((): string[] => [])
  if (!names.includes(recordName)) return null
  const text = await readFile(join(directory, recordName), 'utf8')
  return {
    record: Record.parse(JSON.parse(text)),
    assets: await readAssets(join(directory, 'client')),
  }
}

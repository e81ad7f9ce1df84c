import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readAssets, type Asset } from '../../../page/bff/assets.ts'

const Record = z.object({
  entry: z.string(),
  preloads: z.array(z.string()),
  css: z.string(),
  cssHash: z.string(),
  importMap: z.string(),
  importMapHash: z.string(),
  scripts: z.record(z.string(), z.string()),
})

export interface LoadedWorkshop {
  record: z.infer<typeof Record>
  /** By path below `/workshop`. */
  assets: ReadonlyMap<string, Asset>
}

/** Loads the built pages for merchants into memory; `null` when there are none. */
export async function loadWorkshop(directory: string): Promise<LoadedWorkshop | null> {
  const names = await readdir(directory).catch((): string[] => [])
  if (!names.includes('workshop.json')) return null
  const text = await readFile(join(directory, 'workshop.json'), 'utf8')
  return {
    record: Record.parse(JSON.parse(text)),
    assets: await readAssets(join(directory, 'client')),
  }
}

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { registered, type Campaign } from './campaign.ts'

const FOLDER = join(import.meta.dirname, '..')
const FILE = /^([a-z-]+)\.ts$/

/** The name of each file of the folder. */
export async function campaignNames(): Promise<string[]> {
  const files = await readdir(FOLDER)
  return files.flatMap((file) => FILE.exec(file)?.[1] ?? []).toSorted()
}

/** Imports one campaign, and none of the others. */
export async function loadCampaign(name: string): Promise<Campaign> {
  await import(`../${name}.ts`)
  const found = registered(name)
  if (found === undefined) throw new Error(`campaigns/${name}.ts has no campaign of that name`)
  return found
}

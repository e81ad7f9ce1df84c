import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { Environment } from '#contract/environment.ts'
import type { MissingBuild } from '../load-build.ts'

const PlainText = z.object({ title: z.string(), text: z.string() })
const PlainPages = z.object({
  direction: z.enum(['ltr', 'rtl']),
  notFound: PlainText,
  refused: PlainText,
})

const Manifest = z.object({
  environment: Environment,
  locales: z.array(z.string()).min(1),
  dataPlaceholder: z.string().min(1),
  scriptHashes: z.array(z.string()),
  sealingScriptHashes: z.array(z.string()),
  styleHash: z.string(),
  plainPages: z.record(z.string(), PlainPages),
})

export interface LoadedCardFrame {
  kind: 'loaded'
  manifest: z.infer<typeof Manifest>
  /** By language; the first is the fallback. */
  documents: ReadonlyMap<string, string>
  /** The same, with the script that seals cards as the processor's key says. */
  sealing: ReadonlyMap<string, string>
}

/** Reads the built frame into memory; `missing` when the folder is empty. Throws for a broken build. */
export async function loadCardFrame(directory: string): Promise<LoadedCardFrame | MissingBuild> {
  const names = await readdir(directory).catch((): string[] => [])
  if (!names.includes('frame.json')) return { kind: 'missing', directory }
  const manifest = Manifest.parse(JSON.parse(await readFile(join(directory, 'frame.json'), 'utf8')))
  return {
    kind: 'loaded',
    manifest,
    documents: await readDocuments(directory, manifest, '.html'),
    sealing: await readDocuments(directory, manifest, '.sealing.html'),
  }
}

async function readDocuments(
  directory: string,
  { locales, dataPlaceholder }: LoadedCardFrame['manifest'],
  ending: string,
): Promise<Map<string, string>> {
  const documents = new Map<string, string>()
  for (const locale of locales) {
    const name = `${locale}${ending}`
    const html = await readFile(join(directory, name), 'utf8')
    if (html.split(dataPlaceholder).length !== 2)
      throw new Error(`${name} in ${directory} has no place for the server's data`)
    documents.set(locale, html)
  }
  return documents
}

import type { Rolldown } from 'vite'
import type { Environment } from '#contract/environment.ts'
import { bundleClient } from './bundle.ts'
import { sha256, sha384 } from './hash.ts'
import { checkLaterScripts } from './later-scripts.ts'
import type { SinglePageRecord } from './single-page-record.ts'

interface SinglePage {
  environment: Environment
  entry: string
  /** Prefix of all asset addresses: `/`, or `/name/`. */
  base: string
  /**
   * Whether a module is loaded later, in its own script. All others are loaded with the entry: a later script imports
   * no other later script.
   */
  isLater: (moduleId: string) => boolean
  /** Later scripts that contain several screens, by name. Fewer scripts mean fewer hashes in the document. */
  together?: Readonly<Record<string, RegExp>>
}

/** Bundles pages that a script renders entirely in the browser. Throws when WebKit would refuse one of the later scripts. */
export async function bundleSinglePage(
  { environment, entry, base, isLater, together = {} }: SinglePage,
  outDir: string,
): Promise<{ record: SinglePageRecord; chunks: readonly Rolldown.OutputChunk[] }> {
  const { chunks, css } = await bundleClient(environment, entry, outDir, {
    base,
    together: [
      { name: 'shared', test: (id) => !isLater(id) },
      ...Object.entries(together).map(([name, pattern]) => ({
        name,
        test: (id: string) => pattern.test(id),
      })),
    ],
  })
  checkLaterScripts(chunks)
  const first = chunks.find((chunk) => chunk.isEntry)
  if (first === undefined) throw new Error(`${entry} gave no entry`)
  const address = (fileName: string) => base + fileName
  const scripts = Object.fromEntries(
    chunks.map(({ fileName, code }) => [address(fileName), sha384(Buffer.from(code))]),
  )
  const importMap = JSON.stringify({ integrity: scripts })
  const record: SinglePageRecord = {
    entry: address(first.fileName),
    preloads: first.imports.map(address),
    css,
    cssHash: sha256(css),
    importMap,
    importMapHash: sha256(importMap),
    scripts,
  }
  return { record, chunks }
}

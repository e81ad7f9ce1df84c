import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { Environment } from '../contract/environment.ts'
import type { PageCheckout, PageProblem } from '../contract/page.ts'
import { readAssets, type Asset } from './assets.ts'

const Manifest = z.object({
  environment: Environment,
  entry: z.string(),
  preloads: z.array(z.string()),
  css: z.string(),
  cssHash: z.string(),
  early: z.string(),
  earlyHash: z.string(),
  importMap: z.string(),
  importMapHash: z.string(),
  scripts: z.record(z.string(), z.string()),
})
export type BuildManifest = z.infer<typeof Manifest>

/** What the page is rendered from: a session, or the reason why there is none. */
interface PageInput {
  locale: string
  reference: string | null
  checkout: PageCheckout | null
  problem: PageProblem | null
  search: string
}

export interface RenderedPage {
  html: string
  title: string
  direction: 'ltr' | 'rtl'
  /** The merchant's look, in addition to the style of the build. */
  style: string
  /** What the page needs to hydrate, beside its markup. */
  data: unknown
}

export interface LoadedBuild {
  kind: 'loaded'
  manifest: BuildManifest
  /** The first is the fallback. */
  locales: readonly string[]
  renderPage: (input: PageInput) => RenderedPage
  assets: ReadonlyMap<string, Asset>
}

/** The page was not built: everything else works, and each page says so. */
export interface MissingBuild {
  kind: 'missing'
  directory: string
}

type ServerBundle = Pick<LoadedBuild, 'renderPage'> & { LOCALES: readonly string[] }

/** Reads the built page into memory. Throws when what is there is no build; answers `missing` when nothing is. */
export async function loadBuild(directory: string): Promise<LoadedBuild | MissingBuild> {
  const names = await readdir(directory).catch((): string[] => [])
  if (!names.includes('build.json')) return { kind: 'missing', directory }
  const manifest = Manifest.parse(JSON.parse(await readFile(join(directory, 'build.json'), 'utf8')))
  const entry = pathToFileURL(join(directory, 'server', 'entry-server.js')).href
  const bundle = (await import(entry)) as ServerBundle
  return {
    kind: 'loaded',
    manifest,
    locales: bundle.LOCALES,
    renderPage: bundle.renderPage,
    assets: await readAssets(join(directory, 'client')),
  }
}

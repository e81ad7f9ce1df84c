import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { Environment } from '#contract/environment.ts'
import type { CreatePaymentInput } from '#contract/checkout.ts'
import type { PageCheckout, PageForm, PageProblem, PlainPages } from '#contract/page.ts'
import type { ImageSize } from '#domain/image-size.ts'
import { readAssets, type Asset } from '#http/assets.ts'

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
  words: z.record(z.string(), z.string()),
  countries: z.record(z.string(), z.string()),
  scripts: z.record(z.string(), z.string()),
})
export type BuildManifest = z.infer<typeof Manifest>

/** Input of rendering: a session, or the refusal. */
interface PageInput {
  locale: string
  reference: string | null
  checkout: PageCheckout | null
  problem: PageProblem | null
  search: string
  /** Without script: the form that was requested or submitted, and the time to pay by. */
  form: PageForm | null
  payBy: string | null
  fieldsUrl: string
  /** The size of the merchant's logo in pixels, once it is known. */
  logoSize?: ImageSize | null
  wordsPath: string
  countriesPath: string | null
  /** Whether the operator has a service for the addresses of CEPs. */
  looksUpPlaces?: boolean
}

/** Paths of the files in a language that a page asks for. */
export function filesIn(
  { words, countries }: BuildManifest,
  locale: string,
): Pick<PageInput, 'wordsPath' | 'countriesPath'> {
  const wordsPath = words[locale]
  if (wordsPath === undefined) throw new Error(`the build has no words in ${locale}`)
  return { wordsPath, countriesPath: countries[locale] ?? null }
}

export interface RenderedPage {
  html: string
  /** The element of the card frame, which the early script puts into its place; `null` when the page has none. */
  cardFrame: string | null
  /** The origin of the card frame, to connect to at once; `null` when the page has none. */
  connectTo: string | null
  /** Markup before the page's own. */
  notice: string
  title: string
  /** The path of the merchant's logo, for the browser's tab; `null` without one. */
  icon: string | null
  direction: 'ltr' | 'rtl'
  /** The merchant's brand, in addition to the build's styles. */
  style: string
  /** Data for hydration. */
  data: unknown
  /** Meta refresh without script; `null` when nothing more is expected. */
  refresh: { seconds: number; address: string } | null
}

/** The payment that a form requests; `null` when a value is invalid or missing. */
export type ReadForm = (
  checkout: PageCheckout,
  form: Pick<PageForm, 'method' | 'values'>,
) => CreatePaymentInput | null

export interface LoadedBuild {
  kind: 'loaded'
  manifest: BuildManifest
  /** The first is the fallback. */
  locales: readonly string[]
  renderPage: (input: PageInput) => RenderedPage
  readForm: ReadForm
  plainPages: (locale: string) => PlainPages
  assets: ReadonlyMap<string, Asset>
}

/** The page was not built: other routes work, and each page says so. */
export interface MissingBuild {
  kind: 'missing'
  directory: string
}

type ServerBundle = Pick<LoadedBuild, 'renderPage' | 'readForm' | 'plainPages'> & {
  LOCALES: readonly string[]
}

/** Reads the built page into memory; `missing` when the folder is empty. Throws for a broken build. */
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
    readForm: bundle.readForm,
    plainPages: bundle.plainPages,
    assets: await readAssets(join(directory, 'client')),
  }
}

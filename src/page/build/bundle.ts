import { basename } from 'node:path'
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import type { Environment } from '#contract/environment.ts'
import { BROWSERS, STYLE_BROWSERS } from './browsers.ts'
import { PROJECT_ROOT } from './paths.ts'

/** `Features.LightDark` of Lightning CSS, which Vite minifies styles with. */
const LIGHT_DARK = 1_048_576
const EARLY_ENTRY = 'src/page/web/early.ts'

const FOR_BROWSERS = { target: BROWSERS, cssTarget: STYLE_BROWSERS }

export interface ClientBundle {
  chunks: readonly Rolldown.OutputChunk[]
  /** All styles, to be inlined into the document. */
  css: string
}

/** Whether a module starts a chunk; its imports go with it. */
type Test = (moduleId: string) => boolean

/** Bundles the browser's code with code splitting: one entry, and lazily loaded chunks. */
export async function bundleClient(
  environment: Environment,
  entry: string,
  outDir: string,
  {
    base = '/',
    together = [],
  }: { base?: string; together?: readonly { name: string; test: Test; priority?: number }[] } = {},
): Promise<ClientBundle> {
  const taken: string[] = []
  const output = await bundle(environment, {
    base,
    plugins: [takeStyles(taken), withoutPreloads(), tablesApart()],
    build: {
      ...FOR_BROWSERS,
      outDir,
      copyPublicDir: base === '/',
      cssCodeSplit: false,
      // The document has its own preload links, with integrity.
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        // No class has a field that hides an accessor of its parent: what defines fields for old browsers is 0.2 KB.
        transform: { assumptions: { setPublicClassFields: true } },
        ...(together.length > 0 && { output: { codeSplitting: { groups: [...together] } } }),
      },
    },
  })
  return { chunks: output.filter((file) => file.type === 'chunk'), css: taken.join('').trim() }
}

/** Bundles server-side rendering for Node into one self-contained file. */
export async function bundleServer(
  environment: Environment,
  entry: string,
  outDir: string,
): Promise<void> {
  await bundle(environment, {
    // Vite leaves `NODE_ENV` to the server's process: while it is unset, React's slow development build renders.
    // guard: production-react
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: entry,
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
}

/** An inline script with the styles that it imports. */
export interface InlineBundle {
  code: string
  css: string
  /** Every source file in the bundle. */
  moduleIds: readonly string[]
}

/** Bundles the page's inline script. */
export async function bundleEarly(environment: Environment): Promise<string> {
  return (await bundleInline(environment, EARLY_ENTRY)).code
}

/** Bundles an inline script. */
export async function bundleInline(environment: Environment, entry: string): Promise<InlineBundle> {
  const taken: string[] = []
  const output = await bundle(environment, {
    plugins: [takeStyles(taken)],
    build: {
      ...FOR_BROWSERS,
      write: false,
      copyPublicDir: false,
      lib: { entry, formats: ['iife'], name: 'inline' },
    },
  })
  const [script, ...others] = output.filter((file) => file.type === 'chunk')
  if (script === undefined || others.length > 0) throw new Error(`${entry} is not one script`)
  return { code: script.code.trim(), css: taken.join('').trim(), moduleIds: script.moduleIds }
}

async function bundle(
  environment: Environment,
  config: InlineConfig,
): Promise<readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[]> {
  const [result] = [
    await build({
      root: PROJECT_ROOT,
      mode: environment,
      logLevel: 'warn',
      // No style uses `light-dark()`, and its polyfill is in every document.
      css: { lightningcss: { exclude: LIGHT_DARK } },
      ...config,
      build: { emptyOutDir: true, minify: true, sourcemap: false, ...config.build },
    }),
  ].flat()
  if (result === undefined || !('output' in result)) throw new Error('expected one output')
  return result.output
}

const PRELOAD_HELPER = '\0vite/preload-helper.js'

/** Replaces Vite's helper, which `modulePreload: false` leaves in the bundle with nothing to do. */
function withoutPreloads(): Plugin {
  return {
    name: 'without-preloads',
    enforce: 'pre',
    load: (id) =>
      id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load()' : undefined,
  }
}

/** A language's file: `src/words/<tag>.ts`, or `src/words/dashboard/<tag>.ts`. */
const LANGUAGE = /\/[a-z]{2}(?:-[a-z]{2})?\.ts$/

/**
 * Makes a language's file a module of its own for each importer. A module belongs to one chunk with all that is used of
 * it, so that a chunk which needs one table of a language would bring the tables of the others.
 */
function tablesApart(): Plugin {
  return {
    name: 'tables-apart',
    enforce: 'pre',
    resolveId: {
      filter: { id: LANGUAGE },
      async handler(source, importer) {
        const found = await this.resolve(source, importer, { skipSelf: true })
        if (importer === undefined || found?.id.includes('/src/words/') !== true) return found
        return `${found.id}?for=${basename(importer, '.ts')}`
      },
    },
  }
}

function takeStyles(taken: string[]): Plugin {
  return {
    name: 'take-styles',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, files) {
        for (const [path, file] of Object.entries(files)) {
          if (file.type !== 'asset' || !path.endsWith('.css')) continue
          taken.push(String(file.source))
          delete files[path]
        }
      },
    },
  }
}

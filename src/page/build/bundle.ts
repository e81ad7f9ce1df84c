import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite'
import type { Environment } from '../../contract/environment.ts'
import { PROJECT_ROOT } from './paths.ts'

const EARLY_ENTRY = 'src/page/web/early.ts'

export interface ClientBundle {
  chunks: readonly Rolldown.OutputChunk[]
  /** All styles of the page. Not written to a file: they go into the page itself. */
  css: string
}

/** Bundles what runs in the browser: one entry, and chunks for what the first look does not need. */
export async function bundleClient(
  environment: Environment,
  entry: string,
  outDir: string,
  { base = '/', together }: { base?: string; together?: (moduleId: string) => boolean } = {},
): Promise<ClientBundle> {
  const taken: string[] = []
  const output = await bundle(environment, {
    base,
    plugins: [takeStyles(taken)],
    build: {
      outDir,
      copyPublicDir: base === '/',
      cssCodeSplit: false,
      // The page names its preloads itself, with their integrity.
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        ...(together && {
          output: { codeSplitting: { groups: [{ name: 'shared', test: together }] } },
        }),
      },
    },
  })
  return { chunks: output.filter((file) => file.type === 'chunk'), css: taken.join('').trim() }
}

/** Bundles what renders the page in Node, with everything it needs in one file. */
export async function bundleServer(
  environment: Environment,
  entry: string,
  outDir: string,
): Promise<void> {
  await bundle(environment, {
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: entry,
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
}

/** A script that stands in a document itself, with the styles that it imports. */
export interface InlineBundle {
  code: string
  css: string
  /** Every file that it is made of. */
  moduleIds: readonly string[]
}

/** Bundles the script that stands in the page itself, and hands back its text. */
export async function bundleEarly(environment: Environment): Promise<string> {
  return (await bundleInline(environment, EARLY_ENTRY)).code
}

/** Bundles a script that needs no file of its own. */
export async function bundleInline(environment: Environment, entry: string): Promise<InlineBundle> {
  const taken: string[] = []
  const output = await bundle(environment, {
    plugins: [takeStyles(taken)],
    build: {
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
      ...config,
      build: { emptyOutDir: true, minify: true, sourcemap: false, ...config.build },
    }),
  ].flat()
  if (result === undefined || !('output' in result)) throw new Error('expected one output')
  return result.output
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

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const SRC = join(import.meta.dirname, '../..')
const ENTRIES = {
  index: join(SRC, 'client/index.ts'),
  testing: join(SRC, 'client/testing/index.ts'),
  tools: join(SRC, 'client/tools/main.ts'),
}
const EXTERNAL = /^(?:node:|zod(?:$|\/)|playwright(?:$|\/))/

/** Bundles the package's JavaScript into `directory`. Returns the files of dependencies in the bundle. */
export async function bundle(
  directory: string,
  { root, version }: { root: string; version: string },
): Promise<string[]> {
  const { index, testing, tools } = ENTRIES
  const modules = await bundleAs('es', { index, tools }, { directory, root, version })
  const common = await bundleAs('cjs', { index, testing }, { directory, root, version })
  // Makes `.js` and `.d.ts` below `cjs/` CommonJS.
  writeFileSync(join(directory, 'cjs/package.json'), '{ "type": "commonjs" }\n')
  // The kit contains the words of all languages: an ES module that re-exports the CommonJS one saves a second copy.
  writeFileSync(
    join(directory, 'esm/testing.js'),
    "export { CARDS, CheckoutPage, expect, test } from '../cjs/testing.js'\n",
  )
  return [...new Set([...modules, ...common])].filter((file) => file.includes('node_modules'))
}

async function bundleAs(
  format: 'es' | 'cjs',
  input: Record<string, string>,
  { directory, root, version }: { directory: string; root: string; version: string },
): Promise<string[]> {
  const built = await build({
    configFile: false,
    envDir: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [versionAlone(root, version), wordsOfPages()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      emptyOutDir: false,
      outDir: join(directory, format === 'es' ? 'esm' : 'cjs'),
      rolldownOptions: {
        input,
        external: EXTERNAL,
        output: {
          format,
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          // Editors read docstrings from the declarations.
          comments: { jsdoc: false },
          // Names are kept, for stack traces.
          minify: false,
        },
      },
    },
  })
  return outputsOf(built).flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
}

function outputsOf(built: Awaited<ReturnType<typeof build>>): Rolldown.OutputBundle[string][] {
  if (!Array.isArray(built) && !('output' in built)) throw new Error('a watcher was not asked for')
  return [built].flat().flatMap(({ output }) => [...output])
}

/** Replaces the project's package.json by its version, all that `--version` needs. */
function versionAlone(root: string, version: string): Plugin {
  const path = join(root, 'package.json')
  return {
    name: 'version-alone',
    enforce: 'pre',
    load: (id) => (id === path ? JSON.stringify({ version }) : undefined),
  }
}

/** A sentence of e-mails in a language's file, or the label of a field that the kit finds without it. */
const UNREAD =
  /^ {2}'(?:email\.[^']+|merchant\.(?:terms|privacy)|field\.(?:address-line1|street|street-number|district))':\s+(?:'[^']*'|"[^"]*"),\n/gm

/** Leaves out the sentences that the kit does not look for. */
function wordsOfPages(): Plugin {
  const languages = join(SRC, 'words/')
  return {
    name: 'words-of-pages',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(languages)) return undefined
      const rest = code.replaceAll(UNREAD, '')
      if (rest.includes("  'email.")) throw new Error(`${id} has a sentence of e-mails left`)
      return { code: rest, map: null }
    },
  }
}

import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'vite'
import packageJson from '#package.json' with { type: 'json' }
import type { Environment } from '#contract/environment.ts'
import { tarballName } from '#client/build/tarball-name.ts'
import { PROJECT_ROOT } from '#page/build/paths.ts'

const SRC = join(PROJECT_ROOT, 'src')
/** The only file of the sandbox that the command line imports; production's bundle does not contain it. */
const SANDBOX_ENTRY = 'sandbox/for-command-line.ts'

/** Files of `src` that are read while the server runs. */
const READ_FILES: Record<Environment, readonly string[]> = {
  production: ['server/database/migrations', 'server/api/docs/browser'],
  sandbox: [
    'server/database/migrations',
    'server/api/docs/browser',
    'sandbox/simulator/migrations',
    'sandbox/demo-store/assets',
    'sandbox/fakes/certificates',
    'sandbox/fakes/accounts.json',
    'sandbox/fakes/adyen.json',
    // The command line looks for this file to know whether the sandbox is there.
    SANDBOX_ENTRY,
  ],
}

/**
 * Bundles the command line of one environment, with the server and all packages, into `directory`, beside the files that it
 * reads at run time and what `npm run build` made: `bundle/checkout.js`, `src`, `dist`. The folders have the same relative
 * paths as in the project, so that no other code has to know of the bundle.
 */
export async function bundleServer(environment: Environment, directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true })
  const outDir = join(directory, 'bundle')
  await build({
    configFile: false,
    envDir: false,
    root: PROJECT_ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [versionAlone(), atHome()],
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: true,
      target: 'node24',
      minify: false,
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: { checkout: join(SRC, 'cli/main.ts') },
        external: (id) =>
          id.startsWith('node:') ||
          (environment === 'production' && id === join(SRC, SANDBOX_ENTRY)),
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Names are not mangled, so that stack traces stay readable.
          minify: { compress: false, mangle: false },
        },
      },
    },
  })
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }\n')
  for (const path of READ_FILES[environment]) copy(join('src', path), directory)
  copy(join('dist', environment), directory)
  copy('LICENSE', directory)
  copy(join('dist', tarballName(packageJson.version)), directory)
}

function copy(path: string, directory: string): void {
  const from = join(PROJECT_ROOT, path)
  if (!existsSync(from)) throw new Error(`${path} is missing. Run: npm run build`)
  mkdirSync(dirname(join(directory, path)), { recursive: true })
  cpSync(from, join(directory, path), { recursive: true })
}

/** Reduces the imported package.json to its version, which is all that `--version` needs. */
function versionAlone(): Plugin {
  const path = join(PROJECT_ROOT, 'package.json')
  const { version } = packageJson
  return {
    name: 'version-alone',
    enforce: 'pre',
    load: (id) => (id === path ? JSON.stringify({ version }) : undefined),
  }
}

/** Makes `import.meta` of a module point into `src`, so that the module finds the files beside its source. */
function atHome(): Plugin {
  return {
    name: 'at-home',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(SRC) || !code.includes('import.meta.')) return undefined
      const own = (path: string) =>
        `new URL(${JSON.stringify(`../src/${relative(SRC, path)}`)}, import.meta.url)`
      return code
        .replaceAll('import.meta.dirname', `decodeURIComponent(${own(dirname(id))}.pathname)`)
        .replaceAll(/(?<!new URL\("[^"]*", )import\.meta\.url/g, `${own(id)}.href`)
    },
  }
}

import { rename, rm, writeFile } from 'node:fs/promises'
import { loadEnv } from 'vite'
import type { Environment } from '#contract/environment.ts'
import { buildFrame } from './card-frame/build-frame.ts'
import { checkBrowsers } from './browsers.ts'
import type { BuildPlan } from './build-plan.ts'
import { bundleClient, bundleEarly, bundleServer, type ClientBundle } from './bundle.ts'
import { checkSeparation } from './check-separation.ts'
import { compressFiles } from './compress.ts'
import { sha256, sha384 } from './hash.ts'
import { checkLaterScripts } from './later-scripts.ts'
import { outputPaths, PROJECT_ROOT, workPaths } from './paths.ts'
import type { BuildRecord } from './record.ts'
import { writeCountries, writeWords } from './write-language-files.ts'
import { inlineEntries, inventoryOf } from './script-inventory.ts'

const VIEW = 'start-page'
/** React DOM's client. The view imports it dynamically, so that it is evaluated in a separate task. */
const REACT_DOM = /\/react-dom\/client\.js$/
const EARLY_BYTES_MAX = 1664

/**
 * Two chunks: what the entry imports, and what only the view imports. Chunks that both or later ones share would have no
 * integrity in WebKit (later-scripts.ts).
 */
const TOGETHER = [
  { name: 'entry-client', test: (id: string) => id.endsWith('/entry-client.tsx'), priority: 1 },
  { name: VIEW, test: (id: string) => id.endsWith(`/${VIEW}.tsx`) || REACT_DOM.test(id) },
]

/** Builds one environment into `dist/<environment>`. Throws when the result must not be served; the previous build stays. */
export async function buildEnvironment(plan: BuildPlan): Promise<BuildRecord> {
  const work = workPaths(plan.environment)
  try {
    const record = await buildInto(work, plan)
    const { root } = outputPaths(plan.environment)
    await rm(root, { recursive: true, force: true })
    await rename(work.root, root)
    return record
  } finally {
    await rm(work.root, { recursive: true, force: true })
  }
}

async function buildInto(
  paths: ReturnType<typeof workPaths>,
  { environment, clientEntry, serverEntry, ownPurposes, buildBeside }: BuildPlan,
): Promise<BuildRecord> {
  const client = await bundleClient(environment, clientEntry, paths.client, { together: TOGETHER })
  checkLaterScripts(client.chunks, viewOf(client).fileName)
  await bundleServer(environment, serverEntry, paths.server)
  const early = await bundleEarly(environment)
  if (Buffer.byteLength(early) > EARLY_BYTES_MAX) {
    throw new Error(`the early script is over ${EARLY_BYTES_MAX} bytes`)
  }

  const frame = await buildFrame(environment, paths.fields)
  checkBrowsers({
    early,
    head: frame.head,
    frame: frame.script,
    sealing: frame.sealingScript,
    ...Object.fromEntries(client.chunks.map(({ name, code }) => [name, code])),
  })
  const files = {
    words: await writeWords(paths.client, environment),
    countries: await writeCountries(paths.client),
  }
  const record = recordOf(environment, client, early, files)
  await writeJson(paths.inventory, [
    ...inlineEntries({
      early,
      head: frame.head,
      frame: frame.script,
      sealing: frame.sealingScript,
    }),
    ...inventoryOf(client.chunks, record.scripts, ownPurposes),
  ])
  await writeJson(paths.record, record)
  await buildBeside(paths.root)
  await checkSeparation(environment, paths.root, {
    sandbox: checkoutUrlOf('sandbox'),
    production: checkoutUrlOf('production'),
  })
  await compressFiles(paths.client)
  return record
}

function recordOf(
  environment: Environment,
  client: ClientBundle,
  early: string,
  files: Pick<BuildRecord, 'words' | 'countries'>,
): BuildRecord {
  const { chunks, css } = client
  const entry = chunks.find((chunk) => chunk.isEntry)
  if (entry === undefined) throw new Error('the client has no entry')
  const view = viewOf(client)
  const scripts = Object.fromEntries(
    chunks.map(({ fileName, code }) => [`/${fileName}`, sha384(Buffer.from(code))]),
  )
  const importMap = JSON.stringify({ integrity: scripts })
  return {
    environment,
    checkoutUrl: checkoutUrlOf(environment),
    entry: `/${entry.fileName}`,
    preloads: entry.imports.map((fileName) => `/${fileName}`),
    view: `/${view.fileName}`,
    css,
    cssHash: sha256(css),
    early,
    earlyHash: sha256(early),
    importMap,
    importMapHash: sha256(importMap),
    ...files,
    scripts,
  }
}

/** The script that hydrates the page, loaded by the entry. */
function viewOf({ chunks }: ClientBundle): ClientBundle['chunks'][number] {
  const view = chunks.find(({ name }) => name === VIEW)
  if (view === undefined) throw new Error('the client has no view')
  return view
}

function checkoutUrlOf(environment: Environment): string {
  const url = loadEnv(environment, PROJECT_ROOT)['VITE_CHECKOUT_URL']
  if (url === undefined) throw new Error(`.env.${environment} names no VITE_CHECKOUT_URL`)
  return url
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { ENGINE_KEYS, findEngines } from './find-engines.ts'
import { serveProduct } from './serve-product.ts'

const HELP = `The essential flows of shoppers in Firefox ESR and WebKitGTK, as far as this machine has them; and, unless an engine or flows
are named, every screen of the page under every change that browsers, extensions and proxies make to it, of which "npm test" has a part.

npm run e2e:engines -- [options] [words in the names of flows]

  --engine <name>  only ${ENGINE_KEYS.join(' or only ')}
  --help           show this

On Debian: apt-get install firefox-esr webkit2gtk-driver xvfb
FIREFOX_PATH, WEBKIT_DRIVER_PATH and XVFB_PATH name programs in other places. E2E_PORT is the first of eight ports.
Pictures of what was seen are in test-results/engines.
`

const { values, positionals } = parseArgs({
  options: { engine: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
  allowPositionals: true,
})
if (values.help) console.log(HELP)
else if (values.engine !== undefined && !ENGINE_KEYS.some((key) => key === values.engine)) {
  console.error(`There is no engine “${values.engine}”: it is ${ENGINE_KEYS.join(' or ')}.`)
  process.exitCode = 64
} else {
  process.env['E2E_ENGINE'] = values.engine ?? ''
  const named = positionals.join(' ')
  const isWhole = values.engine === undefined && named === ''
  const isAlive = !isWhole || tryEveryChange()
  process.exitCode = Math.max(await runFlows(named), isAlive ? 0 : 1)
}

/** Whether every screen lives through every change, in a document of its own. */
function tryEveryChange(): boolean {
  const root = join(import.meta.dirname, '../..')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const test = 'src/page/web/changed-page.test.tsx'
  const { status } = spawnSync(process.execPath, [vitest, 'run', test], {
    cwd: root,
    env: { ...process.env, CHANGED_PAGE: 'whole' },
    stdio: 'inherit',
  })
  return status === 0
}

async function runFlows(named: string): Promise<number> {
  const findings = findEngines()
  const isAny = findings.some(({ engine }) => engine !== null)
  const product = isAny ? await serveProduct() : undefined
  const vitest = await startVitest('test', [], {
    config: false,
    root: import.meta.dirname,
    include: ['*.test.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
    reporters: ['verbose'],
    watch: false,
    ...(named !== '' && { testNamePattern: named }),
  })
  const modules = vitest.state.getTestModules()
  const states = modules.flatMap(({ children }) =>
    [...children.allTests()].map((test) => test.result().state),
  )
  const broken = modules.filter((module) => !module.ok()).length
  await vitest.close()
  await product?.stop()

  const count = (state: string) => states.filter((other) => other === state).length
  const failed = Math.max(count('failed'), broken)
  for (const { name, missing } of findings) {
    if (missing !== null) console.log(`${name}: not on this machine (no ${missing}), skipped`)
  }
  if (!isAny) console.log('NOTHING WAS TESTED: this machine has none of the engines.')
  console.log(`${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`)
  return failed === 0 ? 0 : 1
}

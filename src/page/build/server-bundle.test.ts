import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ENVIRONMENTS } from '#contract/environment.ts'
import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import { PRODUCTION } from '#dashboard/build/build-plan.ts'
import { bundleServer } from './bundle.ts'

/** A warning that only React's development build contains. */
const DEVELOPMENT_WARNING = 'Each child in a list should have a unique'

let directory: string
beforeAll(async () => {
  directory = await makeScratchDirectory()
})
afterAll(() => rm(directory, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

async function readReact(kind: 'development' | 'production'): Promise<string> {
  const folder = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'))
  return await readFile(join(folder, `cjs/react-dom-server.node.${kind}.js`), 'utf8')
}

// tests guard: production-react

it('R-58: the warning that is searched for tells the two builds of React apart', async () => {
  expect(await readReact('development')).toContain(DEVELOPMENT_WARNING)
  expect(await readReact('production')).not.toContain(DEVELOPMENT_WARNING)
})

it.each(ENVIRONMENTS)(
  "R-58: the server of %s renders with React's production build",
  async (environment) => {
    // Vitest sets `NODE_ENV` to "test"; it is unset in builds.
    vi.stubEnv('NODE_ENV', undefined)
    await bundleServer(environment, PRODUCTION.serverEntry, directory)
    const code = await readFile(join(directory, 'entry-server.js'), 'utf8')
    // Not `toContain`: its failure would print a megabyte.
    expect(code.includes(DEVELOPMENT_WARNING)).toBe(false)
    expect(code.includes('process.env.NODE_ENV')).toBe(false)
  },
)

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runNode } from '#proof/testing/cli/process.fixture.ts'
import { testProduction } from '#proof/testing/cli/production-shop.fixture.ts'
import { startProcess } from '#proof/testing/cli/server-process.fixture.ts'
import { bundleServer } from './build/bundle-server.ts'

const FIXTURES = join(import.meta.dirname, '../proof/testing/cli')
const bundled = mkdtempSync(join(tmpdir(), 'checkout-bundle-'))
const checkout = join(bundled, 'bundle/checkout.js')

beforeAll(() => bundleServer('production', bundled))
afterAll(() => rmSync(bundled, { recursive: true, force: true }))

describe('S-64: production from its bundle, without packages and without a sandbox', () => {
  testProduction(async (directory) => {
    const fixture = (name: string) => join(FIXTURES, name)
    return {
      fixture,
      own: (name) => join(directory, name),
      run: (args, variables) => runNode([checkout, ...args], variables),
      start: (args, variables, preloaded) =>
        startProcess(['--import', fixture(preloaded), checkout, ...args], variables),
    }
  })
})

describe("production's bundle", () => {
  it('has no package, no test, and nothing of the sandbox', () => {
    const absent = ['node_modules', 'src/sandbox', 'src/proof', 'dist/sandbox']
    expect(absent.filter((path) => existsSync(join(bundled, path)))).toEqual([])
  })

  it('78 with the remedy where it is to be a sandbox, before it opens anything', async () => {
    const { exitCode, stderr } = await runNode([checkout, 'serve'], {
      CHECKOUT_ENVIRONMENT: 'sandbox',
      DATA_DIR: join(bundled, 'sandbox'),
    })
    expect(exitCode).toBe(78)
    expect(stderr).toContain('the folder src/sandbox is missing')
    expect(stderr).toContain('CHECKOUT_ENVIRONMENT=production')
  })
})

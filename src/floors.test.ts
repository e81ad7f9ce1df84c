import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findCycle,
  floorOf,
  judgeImports,
  readImports,
  type Floors,
  type SourceFile,
} from './testing/floor-rules.ts'

/** Imports go down only. Whoever needs more than a row allows changes the row, and says in the review why. */
const FLOORS: Floors = {
  contract: { packages: ['zod'] },
  domain: { floors: ['contract'] },
  client: { floors: ['contract', 'domain'], packages: ['zod'] },
  store: { floors: ['contract', 'domain'], packages: ['node:', 'pg'] },
  processors: {
    floors: ['contract', 'domain'],
    packages: ['node:', 'hono', 'jose', 'pg', 'zod'],
  },
  service: {
    floors: ['contract', 'domain', 'store', 'processors'],
    packages: [
      'node:',
      'hono',
      'ipaddr.js',
      'lru-cache',
      'prom-client',
      'rate-limiter-flexible',
      'swagger-ui-dist',
      'undici',
    ],
    types: ['pino', 'zod'],
  },
  states: { floors: ['contract', 'domain', 'client'] },
  bff: {
    floors: ['contract', 'domain', 'client', 'states'],
    packages: ['node:', 'hono', 'zod'],
    types: ['fields', 'pino', 'workshop'],
    values: ['workshop/root.ts'],
  },
  // Receipts say what the page says, by the page's own words and views.
  mail: {
    floors: ['contract', 'domain'],
    packages: ['hono', 'nodemailer'],
    types: ['bff', 'service', 'web'],
    values: [
      'bff/page-view.ts',
      'web/layout/sum-text.ts',
      'web/sandbox/sandbox-words.ts',
      'web/screens/receipt-facts.ts',
      'web/words/languages.ts',
      'web/words/words.ts',
    ],
  },
  web: {
    floors: ['domain'],
    packages: ['@tanstack/react-query', 'react', 'react-dom', 'react-router', 'uqr', 'zod/mini'],
    // What the contract says in full `zod` would travel to the shopper's phone.
    types: ['contract', 'fields'],
    values: [
      'contract/limits.ts',
      'contract/page.ts',
      'contract/reports.ts',
      'fields/protocol.ts',
      'fields/read-message.ts',
    ],
  },
  // No package's code next to a card number: the build checks what the frame is made of, too.
  fields: { floors: ['domain'], types: ['contract'] },
  // For merchants, in the sandbox: the shopper's page has none of it, so the whole contract may be in it.
  workshop: {
    floors: ['contract', 'domain'],
    packages: ['@tanstack/react-query', 'react', 'react-dom', 'react-router', 'zod'],
    types: ['web'],
    values: ['web/brand/brand-style.ts', 'web/brand/colour.ts'],
  },
  'demo-store': { floors: ['contract', 'client'], packages: ['node:', 'hono', 'zod'] },
  // What is played against a merchant's receiver, and how it is judged: rules without a network.
  readiness: { floors: ['contract', 'domain'], packages: ['hono', 'zod'] },
  // Its page objects read the page's own words, so that the two cannot disagree.
  'qa-kit': {
    floors: ['contract', 'domain', 'client'],
    packages: ['node:', 'playwright', 'zod'],
    types: ['fields', 'web'],
    values: ['web/words/languages.ts'],
  },
  cli: 'anything',
  // It also measures what shoppers are sent.
  build: {
    floors: ['contract', 'fields', 'web', 'workshop', 'bff', 'testing'],
    packages: ['node:', 'vite'],
  },
  // It judges the product by its books: whoever shares its code would share its errors.
  oracle: { packages: ['node:', 'pg'] },
  bench: 'anything',
  campaign: 'anything',
  gallery: 'anything',
  testing: 'anything',
  'check-node.js': {},
}

/** Folders of `src` that hold words and no code. */
const WORDS = ['decisions', 'runbooks']

const CODE = /\.(ts|tsx|js|mjs)$/
const FOR_TESTS = /\.(test|fixture)\.tsx?$/

const paths = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((path) => CODE.test(path) && !FOR_TESTS.test(path))
  .map((path) => path.replaceAll('\\', '/'))
const files: SourceFile[] = paths.map((path) => ({
  path,
  imports: readImports(readFileSync(join(import.meta.dirname, path), 'utf8')),
}))
const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

describe('the folders of src', () => {
  it.each(Object.keys(FLOORS))('%s imports downwards only', (floor) => {
    const own = files.filter(({ path }) => floorOf(path) === floor)
    expect(own, `no file of ${floor} was read`).not.toEqual([])
    expect(own.flatMap((file) => judgeImports(file, FLOORS))).toEqual([])
  })

  it('are all in the table', () => {
    expect(folders.filter((folder) => !(folder in FLOORS) && !WORDS.includes(folder))).toEqual([])
    expect(files.filter(({ path }) => !(floorOf(path) in FLOORS))).toEqual([])
  })

  it('do not import each other in a circle', () => {
    expect(findCycle(files)).toBeUndefined()
  })
})

/** A file of the service with one import, judged by the table above. */
function judge(statement: string, path = 'service/sessions/plant.ts'): string[] {
  return judgeImports({ path, imports: readImports(statement) }, FLOORS)
}

describe('the table refuses', () => {
  it.each([
    ["import { page } from '../../bff/page.ts'", 'service may not import bff'],
    ["import type { Page } from '../../web/page.ts'", 'service may not import web'],
    ["export { page } from '../../bff/page.ts'", 'service may not import bff'],
    ["export * from '../../bff/page.ts'", 'service may not import bff'],
    ["const page = await import('../../bff/page.ts')", 'service may not import bff'],
    ["import {\n  type A,\n  b,\n} from '../../cli/main.ts'", 'service may not import cli'],
    ["import packageJson from '../../../package.json'", 'service may not import ..'],
    ["import react from 'react'", 'service may not import react'],
    ["import 'side-effect'", 'service may not import side-effect'],
    ["import { pino } from 'pino'", 'service may import only types of pino'],
    ["import x from 'undicious'", 'service may not import undicious'],
  ])('%s', (statement, fault) => {
    expect(judge(statement)).toEqual([expect.stringMatching(new RegExp(`: ${fault}$`))])
  })

  it('full zod in the page, and the contract as values', () => {
    expect(judge("import { z } from 'zod'", 'web/x.ts')).toHaveLength(1)
    expect(judge("import { Session } from '../contract/session.ts'", 'web/x.ts')).toHaveLength(1)
  })

  it('a folder that imports its own index', () => {
    expect(judge("import { call } from './index.ts'", 'client/x.ts')).toHaveLength(1)
    expect(judge("import { call } from '../index.ts'", 'client/deep/x.ts')).toHaveLength(1)
  })

  it('a folder without a row', () => {
    expect(judge('', 'misc/x.ts')).toEqual(['misc/x.ts: misc has no row in the table'])
  })

  it('a circle of folders', () => {
    const circle: SourceFile[] = [
      { path: 'a/x.ts', imports: readImports("import '../b/y.ts'") },
      {
        path: 'b/y.ts',
        imports: readImports("import './z.ts'\nimport type { Z } from '../c/z.ts'"),
      },
      { path: 'c/z.ts', imports: readImports("export * from '../a/deep/w.ts'") },
    ]
    expect(findCycle(circle)).toBe('a > b > c > a')
    expect(findCycle(circle.slice(0, 2))).toBeUndefined()
  })
})

describe('the table allows', () => {
  it.each([
    "import type { Logger } from 'pino'",
    "import { readFile } from 'node:fs/promises'",
    "import { html } from 'hono/html'",
    "import { query } from '../../store/database.ts'",
    "import { refuse } from '../handler.ts'",
    "// import { page } from '../../bff/page.ts'",
  ])('%s', (statement) => {
    expect(judge(statement)).toEqual([])
  })

  it('the page what is small of the contract, and the types of all of it', () => {
    expect(judge("import { LIMITS } from '../contract/limits.ts'", 'web/x.ts')).toEqual([])
    expect(judge("import type { Session } from '../contract/session.ts'", 'web/x.ts')).toEqual([])
  })
})

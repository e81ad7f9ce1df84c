import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findCycle,
  findFileCycle,
  layerOf,
  judgeImports,
  readImports,
  type Layers,
  type SourceFile,
} from './testing/layer-rules.ts'

/** What the service is built on. */
const BELOW_SERVICE = [
  'contract',
  'domain',
  'server/database',
  'server/limits',
  'server/monitoring',
  'server/outgoing',
  'server/processors',
  'server/tracing',
]

const SERVER_PACKAGES = ['node:', 'hono', 'ipaddr.js', 'lru-cache', 'prom-client', 'undici']

/**
 * Imports point downwards only. A folder may import what its row names, and itself; the longest row that prefixes a path
 * applies. To import more, change the row and give the reason in the review.
 */
const LAYERS: Layers = {
  contract: { packages: ['zod'] },
  domain: { layers: ['contract', 'domain/banking-days'] },
  // The calendar of banks.
  'domain/banking-days': { packages: ['@brazilian-utils/brazilian-utils'] },
  words: { layers: ['contract', 'domain'] },
  client: { layers: ['contract', 'domain'], packages: ['zod'] },
  // Page objects read the page's own words, so that they cannot disagree.
  'client/testing': {
    layers: ['contract', 'domain', 'client', 'words'],
    packages: ['node:', 'playwright', 'zod'],
  },
  // The merchants' commands need only an API key, and no code of the server.
  'client/tools': {
    layers: ['contract', 'domain', 'client'],
    packages: ['node:', 'commander', 'zod'],
    types: ['package.json'],
    values: ['package.json'],
  },
  // The scenarios played against a merchant's receiver, and their checks: rules without network.
  'client/tools/readiness': { layers: ['contract', 'domain'], packages: ['hono', 'zod'] },
  // Builds the package, and is not in it.
  'client/build': { layers: ['package.json'], packages: ['node:', 'vite'] },

  // What page, dashboard and API share of HTTP.
  http: { layers: ['contract', 'domain'], packages: ['node:', 'hono', 'ipaddr.js', 'zod'] },

  // Putting a service together. Neither page nor sandbox: production starts without the sandbox's folder.
  server: {
    layers: ['contract', 'domain', 'http', 'server'],
    packages: SERVER_PACKAGES,
    types: ['pino', 'zod'],
  },
  // The edge of the API: it translates HTTP into use cases of the service, and their outcomes back.
  'server/api': {
    layers: [...BELOW_SERVICE, 'http', 'server/service'],
    packages: SERVER_PACKAGES,
    types: ['pino', 'zod'],
  },
  // When the service's background jobs run.
  'server/worker': {
    layers: ['server/service'],
    packages: ['node:'],
    types: ['pino'],
  },
  // What the service does. It speaks no HTTP, and knows none of those who call it.
  'server/service': {
    layers: BELOW_SERVICE,
    packages: ['node:', '@simplewebauthn/server', 'libphonenumber-js', 'lru-cache'],
    types: ['pino', 'zod'],
  },
  'server/limits': {
    layers: ['contract', 'domain', 'http', 'server/database', 'server/monitoring'],
    packages: ['node:'],
    types: ['pino'],
  },
  'server/monitoring': {
    layers: [
      'contract',
      'domain',
      'http',
      'server/database',
      'server/processors',
      'server/tracing',
    ],
    packages: ['node:', 'hono', 'lru-cache', 'prom-client'],
    types: ['pino'],
  },
  'server/outgoing': {
    layers: ['contract', 'domain', 'http'],
    packages: ['node:', 'ipaddr.js', 'lru-cache', 'undici'],
  },
  'server/tracing': {
    layers: [
      'contract',
      'domain',
      'http',
      'server/database',
      'server/processors',
      'server/process',
    ],
    packages: ['node:', 'hono'],
    types: ['pino'],
  },
  // What a process does around the service: it listens, logs, and closes what it opened.
  'server/process': {
    layers: ['domain', 'http', 'server/database'],
    packages: ['node:', '@hono/node-server', 'pino'],
  },
  // The only code that knows OpenTelemetry's packages; loaded where traces are on.
  'server/tracing/otlp': {
    layers: ['domain', 'server/tracing', 'server/process'],
    packages: [
      'node:',
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-proto',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
    ],
  },
  'server/database': { layers: ['contract', 'domain'], packages: ['node:', 'pg'] },
  'server/processors': { layers: ['contract', 'domain'], packages: ['node:'] },
  // How modules send their requests; it knows none of them.
  'server/processors/http': { packages: ['node:'] },
  // A bank's answers are untrusted text, so schemas parse them.
  'server/processors/api-pix': {
    layers: ['contract', 'domain', 'server/processors', 'server/processors/http'],
    packages: ['node:', 'zod'],
  },
  // So are what Adyen answers and sends.
  'server/processors/adyen': {
    layers: ['contract', 'domain', 'server/processors', 'server/processors/http'],
    packages: ['node:', 'zod'],
  },
  // The operator's file of accounts is read by schemas, too.
  'server/processors/accounts': {
    layers: ['contract', 'domain', 'server/processors'],
    packages: ['node:', 'zod'],
  },
  // Judges modules from outside, so it imports only the processor interface from the server.
  'server/processors/conformance': {
    layers: ['contract', 'domain', 'server/processors'],
    packages: ['node:', 'zod'],
  },
  // Tries accounts through the processor interface, and parses their answers with the conformance kit's schemas.
  'server/processors/account-trial': {
    layers: ['contract', 'domain', 'server/processors', 'server/processors/conformance'],
  },
  'server/mail': {
    layers: ['contract', 'domain'],
    packages: ['nodemailer'],
    types: ['server/service'],
  },

  // No third-party code near a card number; the build checks the frame's modules, too.
  'page/card-frame': { layers: ['domain'], types: ['contract'] },
  'page/web': {
    layers: ['domain', 'words'],
    packages: ['@tanstack/react-query', 'react', 'react-dom', 'react-router', 'uqr', 'zod/mini'],
    // Importing the contract's `zod` schemas would send them to the shopper's browser.
    types: ['contract', 'page/card-frame', 'page/receipt'],
    values: [
      'contract/country-codes.ts',
      'contract/email-address.ts',
      'contract/limits.ts',
      'contract/page.ts',
      'contract/plain-text.ts',
      'contract/reports.ts',
      'contract/text-lengths.ts',
      'page/card-frame/protocol.ts',
      'page/card-frame/read-message.ts',
      'page/receipt/price.ts',
      'page/receipt/receipt-facts.ts',
      'page/receipt/sum-text.ts',
    ],
  },
  // The view of a session has sentences that few shoppers see, so that the page is sent without them.
  'page/bff': {
    layers: ['contract', 'domain', 'client', 'http', 'words'],
    packages: ['node:', 'hono', 'lru-cache', 'zod'],
    types: ['page/boleto-pdf', 'page/card-frame', 'pino'],
    values: ['page/boleto-pdf/slip.ts', 'page/boleto-pdf/boleto-pdf.ts'],
  },
  'page/boleto-pdf': { layers: ['contract', 'domain'], packages: ['pdfkit'] },
  'page/evidence-pdf': {
    layers: ['contract', 'domain'],
    // How a text is written in the fonts of every PDF.
    types: ['page/boleto-pdf'],
    values: ['page/boleto-pdf/win-ansi.ts'],
    packages: ['pdfkit'],
  },
  // Receipts use the page's words and views.
  'page/receipt': {
    layers: ['contract', 'domain', 'words'],
    packages: ['hono'],
    types: ['page/bff', 'page/boleto-pdf'],
    values: [
      'page/bff/page-view.ts',
      'page/bff/returned-money.ts',
      'page/boleto-pdf/boleto-pdf.ts',
      'page/boleto-pdf/slip.ts',
    ],
  },
  // It also measures the size of pages.
  'page/build': {
    layers: ['contract', 'http', 'page', 'words'],
    packages: ['node:', 'vite'],
  },

  // No SQL: neither `server/database` nor `pg`.
  'dashboard/server': {
    layers: ['contract', 'domain', 'http', 'server/service'],
    packages: ['node:', 'hono', 'zod'],
    types: ['pino', 'server/limits'],
  },
  // The mails that the service sends to people of the dashboard; the command line passes them to the service.
  'dashboard/mail': {
    layers: ['domain', 'words'],
    types: ['server/service'],
    packages: [],
  },
  // Importing the contract's `zod` schemas would send them to the browser.
  'dashboard/web': {
    layers: ['domain', 'words'],
    packages: ['@tanstack/react-query', 'react', 'react-dom', 'react-router'],
    types: ['contract'],
    // These files do not import `zod`.
    values: [
      'contract/dashboard/root-id.ts',
      'contract/dashboard/standing-words.ts',
      'contract/dispute-states.ts',
      'contract/event-types.ts',
      'contract/limits.ts',
    ],
  },
  // The build of production: the shopper's page, and the dashboard beside it.
  'dashboard/build': {
    layers: ['contract', 'http', 'page/build'],
    packages: ['node:'],
    types: ['dashboard/server'],
    values: ['dashboard/server/document.ts'],
  },

  sandbox: {
    layers: ['contract', 'domain', 'client', 'http', 'server', 'sandbox'],
    packages: ['node:', 'pg'],
    types: ['zod'],
  },
  'sandbox/main.ts': { layers: ['cli', 'sandbox'] },
  'sandbox/simulator': {
    layers: ['http', 'contract', 'domain', 'server/processors', 'words'],
    packages: ['node:', 'hono', 'jose', 'pg', 'zod'],
  },
  // Banks and processors for tests, written from their public documents; they know nothing of the product's adapters.
  'sandbox/fakes': {
    layers: ['http', 'contract', 'domain', 'sandbox/test-cards'],
    packages: ['node:', '@hono/node-server', 'hono', 'jose', 'undici', 'zod'],
  },
  'sandbox/demo-store': {
    layers: ['contract', 'client', 'http'],
    types: ['sandbox/test-cards'],
    packages: ['node:', 'hono', 'zod'],
  },
  'sandbox/build': { layers: ['dashboard/build', 'http', 'page/build'], packages: ['node:'] },
  // `npm run dev`: the sandbox behind Vite.
  'sandbox/dev': {
    packages: ['node:', 'vite'],
    types: ['page/web'],
  },
  // The entry of the sandbox's dashboard, and what it adds to the pages.
  'sandbox/dashboard': {
    layers: ['dashboard/web'],
    packages: ['@tanstack/react-query', 'react', 'react-router'],
  },
  // Entries of the sandbox's page, and its parts.
  'sandbox/page': {
    layers: ['domain', 'page/web', 'sandbox/test-cards', 'words'],
    packages: ['react'],
    types: ['contract'],
  },
  // Test cards of processors, which the backend tells the sandbox's page.
  'sandbox/test-cards': { types: ['contract'] },
  'sandbox/preview': {
    layers: ['http', 'contract', 'domain', 'client', 'page/bff', 'words'],
    packages: ['node:', 'hono'],
    types: ['vite'],
  },
  // Vite's configuration for development.
  'sandbox/preview/vite.config.ts': { layers: ['sandbox/preview', '..'], packages: ['vite'] },
  // Routes that production's backend does not have.
  'sandbox/page-routes.ts': {
    layers: ['http', 'page/bff', 'sandbox/preview', 'sandbox/test-cards', 'sandbox/workshop'],
    packages: ['node:'],
  },
  // For merchants, in the sandbox only: size is no concern, so it may import the whole contract.
  'sandbox/workshop': {
    layers: ['contract', 'domain'],
    packages: ['@tanstack/react-query', 'react', 'react-dom', 'react-router', 'zod'],
    types: ['page/web'],
  },
  'sandbox/workshop/backend': {
    layers: ['http', 'contract', 'domain', 'client', 'page/bff', 'sandbox/workshop'],
    packages: ['node:', 'hono', 'zod'],
  },

  cli: {
    layers: [
      'contract',
      'domain',
      'client',
      'http',
      'server',
      // `checkout explain` says what to tell a shopper.
      'words',
      'page/bff',
      'page/evidence-pdf',
      'page/receipt',
      'dashboard/mail',
      'dashboard/server',
      'cli',
      'package.json',
    ],
    packages: [
      'node:',
      '@hono/node-server',
      'commander',
      'jose',
      'pg',
      'pino',
      'undici',
      'zod',
      // Shows a Pix code in the terminal.
      'uqr',
    ],
  },
  // What an image holds: the command line, bundled for one environment.
  'cli/build': {
    layers: ['contract', 'client/build', 'client/tools', 'page/build', 'package.json'],
    packages: ['node:', 'vite'],
  },
  // The only import from the command line to the sandbox, loaded on demand.
  'cli/load-sandbox.ts': { layers: ['sandbox'], packages: ['node:'] },

  proof: 'anything',
  // The oracle is independent: with shared code it would share the product's errors.
  'proof/oracle': { packages: ['node:', 'pg'] },
}

const CODE = /\.(ts|tsx|js|mjs)$/
const FOR_TESTS = /\.test\.tsx?$/
const SRC = join(import.meta.dirname, '..')

const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => CODE.test(path) && !FOR_TESTS.test(path))
  .map((path) => path.replaceAll('\\', '/'))
const files: SourceFile[] = paths.map((path) => ({
  path,
  imports: readImports(readFileSync(join(SRC, path), 'utf8')),
}))
const folders = readdirSync(SRC, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

describe('the folders of src', () => {
  it.each(Object.keys(LAYERS))('%s imports downwards only', (layer) => {
    const own = files.filter(({ path }) => layerOf(path, LAYERS) === layer)
    expect(own, `no file of ${layer} was read`).not.toEqual([])
    expect(own.flatMap((file) => judgeImports(file, LAYERS))).toEqual([])
  })

  it('are all in the table', () => {
    const isInTable = (wing: string) =>
      Object.keys(LAYERS).some((layer) => layer === wing || layer.startsWith(`${wing}/`))
    expect(folders.filter((folder) => !isInTable(folder))).toEqual([])
    expect(files.filter(({ path }) => !(layerOf(path, LAYERS) in LAYERS))).toEqual([])
  })

  it('are at most twelve, files included', () => {
    expect(readdirSync(SRC).length).toBeLessThanOrEqual(12)
  })

  it('have no import cycle', () => {
    expect(findCycle(files, LAYERS)).toBeUndefined()
  })
})

describe('the files of src', () => {
  it('import each other in no circle, types included', () => {
    expect(findFileCycle(files)).toBeUndefined()
  })
})

/** Judges one import in a file of the server by the table above. */
function judge(statement: string, path = 'server/sessions/plant.ts'): string[] {
  return judgeImports({ path, imports: readImports(statement) }, LAYERS)
}

describe('the table refuses', () => {
  it.each([
    ["import { page } from '../../page/bff/page.ts'", 'server may not import page/bff'],
    ["import type { Page } from '../../page/web/page.ts'", 'server may not import page/web'],
    ["export { page } from '../../page/bff/page.ts'", 'server may not import page/bff'],
    ["export * from '../../page/bff/page.ts'", 'server may not import page/bff'],
    ["const page = await import('../../page/bff/page.ts')", 'server may not import page/bff'],
    ["import {\n  type A,\n  b,\n} from '../../cli/main.ts'", 'server may not import cli'],
    ["import { openSandbox } from '../../sandbox/compose.ts'", 'server may not import sandbox'],
    [
      "import type { MerchantClocks } from '../../sandbox/clock/merchant-clocks.ts'",
      'server may not import sandbox',
    ],
    [
      "const { x } = await import('../../sandbox/simulator/simulated-processor.ts')",
      'server may not import sandbox/simulator',
    ],
    ["import packageJson from '../../../package.json'", 'server may not import ..'],
    ["import react from 'react'", 'server may not import react'],
    ["import 'side-effect'", 'server may not import side-effect'],
    ["import { pino } from 'pino'", 'server may import only types of pino'],
    ["import x from 'undicious'", 'server may not import undicious'],
  ])('%s', (statement, fault) => {
    expect(judge(statement)).toEqual([expect.stringMatching(new RegExp(`: ${fault}$`))])
  })

  it('full zod in the page, and the contract as values', () => {
    expect(judge("import { z } from 'zod'", 'page/web/x.ts')).toHaveLength(1)
    expect(
      judge("import { Session } from '../../contract/session.ts'", 'page/web/x.ts'),
    ).toHaveLength(1)
  })

  it.each(['bff', 'build', 'card-frame', 'receipt', 'web'])(
    'page/%s code of the sandbox, types included',
    (layer) => {
      const statement = "import type { Additions } from '../../sandbox/page/additions.tsx'"
      expect(judge(statement, `page/${layer}/x.ts`)).toHaveLength(1)
    },
  )

  it('the dashboard SQL, and its verbs nothing of the page', () => {
    const plants = {
      "import { listUsers } from '../../server/database/users.ts'": 'server/database',
      "import type { UserRecord } from '../../server/database/users.ts'": 'server/database',
      "import { issueKey } from '../../server/operator/issue-key.ts'": 'server',
      "import { Pool } from 'pg'": 'pg',
      "import { createBff } from '../../page/bff/bff.ts'": 'page/bff',
    }
    for (const [statement, what] of Object.entries(plants))
      expect(judge(statement, 'dashboard/server/x.ts')).toEqual([
        expect.stringMatching(new RegExp(`may (?:not )?import (?:only )?${what}$`)),
      ])
  })

  it('the published client the server, the page and the command line', () => {
    const plants = {
      'client/x.ts': "import { run } from 'node:child_process'",
      'client/testing/x.ts': "import type { FieldName } from '../../page/web/fields.ts'",
      'client/tools/x.ts': "import { loadConfig } from '../../cli/load-config.ts'",
      'client/tools/listen/x.ts': "import { request } from 'undici'",
      'client/tools/readiness/x.ts': "import { connect } from 'node:net'",
    }
    for (const [path, statement] of Object.entries(plants))
      expect(judge(statement, path)).toHaveLength(1)
  })

  it('the command line the sandbox, except in the file that loads it', () => {
    const statement = "const { SANDBOX } = await import('#sandbox/for-command-line.ts')"
    expect(judge(statement, 'cli/serve.ts')).toEqual([
      expect.stringMatching(/: cli may not import sandbox$/),
    ])
    expect(judge(statement, 'cli/load-sandbox.ts')).toEqual([])
  })

  it('a folder that imports its own index', () => {
    expect(judge("import { call } from './index.ts'", 'client/x.ts')).toHaveLength(1)
    expect(judge("import { call } from '../index.ts'", 'client/deep/x.ts')).toHaveLength(1)
  })

  it('an inner folder with a row of its own the imports of the outer row', () => {
    const statement = "import { Hono } from 'hono'"
    expect(judge(statement, 'server/x.ts')).toEqual([])
    expect(judge(statement, 'server/database/x.ts')).toHaveLength(1)
  })

  it('a folder without a row', () => {
    expect(judge('', 'misc/x.ts')).toEqual(['misc/x.ts: misc has no row in the table'])
  })

  it('an import cycle', () => {
    const circle: SourceFile[] = [
      { path: 'a/x.ts', imports: readImports("import '../b/y.ts'") },
      {
        path: 'b/y.ts',
        imports: readImports("import './z.ts'\nimport type { Z } from '../c/z.ts'"),
      },
      { path: 'c/z.ts', imports: readImports("export * from '../a/deep/w.ts'") },
    ]
    expect(findCycle(circle, {})).toBe('a > b > c > a')
    expect(findCycle(circle.slice(0, 2), {})).toBeUndefined()
  })

  it('a circle of files in one folder, types included', () => {
    const circle: SourceFile[] = [
      { path: 'a/x.ts', imports: readImports("import { y } from './y.ts'\nimport './aside.ts'") },
      { path: 'a/y.ts', imports: readImports("export { z } from './deep/z.ts'") },
      { path: 'a/deep/z.ts', imports: readImports("import type { X } from '../x.ts'") },
    ]
    expect(findFileCycle(circle)).toBe('a/x.ts > a/y.ts > a/deep/z.ts > a/x.ts')
    expect(findFileCycle(circle.slice(0, 2))).toBeUndefined()
  })
})

describe('the table allows', () => {
  it.each([
    "import type { Logger } from 'pino'",
    "import { readFile } from 'node:fs/promises'",
    "import { html } from 'hono/html'",
    "import { query } from '../../server/database/database.ts'",
    "import { refuse } from '../handler.ts'",
    "// import { page } from '../../page/bff/page.ts'",
  ])('%s', (statement) => {
    expect(judge(statement)).toEqual([])
  })

  it('the page small parts of the contract, and all its types', () => {
    expect(judge("import { LIMITS } from '../../contract/limits.ts'", 'page/web/x.ts')).toEqual([])
    expect(
      judge("import type { Session } from '../../contract/session.ts'", 'page/web/x.ts'),
    ).toEqual([])
  })
})

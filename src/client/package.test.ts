import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkPackages,
  packPackage,
  type PackedPackage,
} from '#proof/testing/client/packed.fixture.ts'
import { writeReadmeSample } from '#proof/testing/client/readme-sample.fixture.ts'
import { makeApiKey } from '#domain/api-key.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const UNPACKED_BYTES_MAX = 1_000_000
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const CLIENT =
  'CheckoutClient,CheckoutConnectionError,CheckoutError,ReturnVerificationError,WebhookVerificationError,findApiKeys,isCheckoutError,isConnectionError,isReturnVerificationError,isWebhookVerificationError,verifyReturn,verifyWebhook'
const KIT = 'CARDS,CheckoutPage,expect,test'

let packed: PackedPackage
let project: string
let installed: string
beforeAll(() => {
  packed = packPackage()
  project = mkdtempSync(join(tmpdir(), 'hosted-checkout-merchant-'))
  installed = packed.installInto(project)
  linkPackages(project, ['zod', 'playwright', 'playwright-core', '@types'])
})
afterAll(() => {
  packed.remove()
  rmSync(project, { recursive: true })
})

const manifest = () =>
  JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>
const scripts = () => globSync('**/*.{js,cjs}', { cwd: installed })
const textOf = (file: string) => readFileSync(join(installed, file), 'utf8')

/** Runs a module of a merchant's project and returns its output. */
function runModule(code: string, name = 'module.mjs'): string {
  writeFileSync(join(project, name), code)
  return execFileSync(process.execPath, [name], { cwd: project, encoding: 'utf8' }).trim()
}

function runCommand(args: readonly string[], variables: Record<string, string> = {}) {
  const command = join(installed, 'bin/hosted-checkout.cjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...variables },
  })
  return { status, stdout, stderr }
}

describe('the package', () => {
  it('is named by the last line of the script that packs it', () => {
    expect(packed.output.trimEnd().split('\n').at(-1)).toMatch(/hosted-checkout-\d[^/]*\.tgz$/)
  })

  it('is small', () => {
    const files = globSync('**', { cwd: installed })
    const bytes = files
      .map((file) => statSync(join(installed, file)))
      .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
    expect(bytes).toBeGreaterThan(100_000)
    expect(bytes).toBeLessThanOrEqual(UNPACKED_BYTES_MAX)
  })

  it('depends on zod alone, has no install scripts, and has Playwright as an optional peer', () => {
    const { dependencies, peerDependencies, peerDependenciesMeta, ...rest } = manifest()
    expect(Object.keys(dependencies as object)).toEqual(['zod'])
    expect(Object.keys(peerDependencies as object)).toEqual(['playwright'])
    expect(peerDependenciesMeta).toEqual({ playwright: { optional: true } })
    expect(Object.keys(rest).toSorted()).toEqual(
      'bin,description,engines,exports,license,main,name,sideEffects,type,types,version'.split(','),
    )
  })

  it('imports only its dependencies', () => {
    const imports = scripts().flatMap((file) =>
      Array.from(
        textOf(file).matchAll(/(?:\bfrom |\bimport\(|\brequire\()\s*["']([^."'][^"']*)["']/g),
        ([, name = '']) => (name.startsWith('node:') ? 'node:' : name),
      ),
    )
    // "url" is how CommonJS finds its own address.
    expect(new Set(imports)).toEqual(new Set(['node:', 'url', 'zod', 'playwright/test']))
  })

  it('contains the licence of every bundled package', () => {
    const text = textOf('THIRD-PARTY-LICENSES')
    const names = [...text.matchAll(/^---\n\n(\S+)\n/gm)].map(([, name]) => name)
    expect(names).toEqual(['commander', 'hono'])
    expect(text.match(/Permission is hereby granted/g)).toHaveLength(2)
  })

  // The compiler checks the APIs of the language; the newer APIs below belong to the platform.
  it('calls no API that Node 20 lacks', () => {
    const newer =
      /\bURL\.parse\(|import\.meta\.(?:dirname|filename|main)|Promise\.(?:withResolvers|try)|Array\.fromAsync|\.groupBy\(|fs\.glob|globSync|\bnavigator\.|\bWebSocket\(|\bEventSource\(|\bwith \{ type:/
    expect(scripts().filter((file) => newer.test(textOf(file)))).toEqual([])
    expect(newer.test('const url = URL.parse(text)')).toBe(true)
  })

  it('X-1: does not mention the operator’s command, nor a package at npm’s registry', () => {
    expect(scripts().filter((file) => /npx --no checkout\b/.test(textOf(file)))).toEqual([
      'cjs/testing.js',
    ])
    expect(textOf('README.md')).not.toMatch(/npm install (?:\S+ )*hosted-checkout(?![\w-])/)
  })
})

describe('in a program', () => {
  it.each([
    ['hosted-checkout', CLIENT],
    ['hosted-checkout/testing', KIT],
  ])('%s is imported and required', (name, exports) => {
    const list = 'console.log(Object.keys(all).sort().join())'
    expect(runModule(`import * as all from '${name}'\n${list}`)).toBe(exports)
    expect(runModule(`const all = require('${name}')\n${list}`, 'common.cjs')).toBe(exports)
  })

  it.each(['mjs', 'cjs'])(
    'R-73: an uncaught error prints a line and the remedy, in .%s',
    (ending) => {
      const names = '{ CheckoutClient }'
      const take = ending === 'mjs' ? `import ${names} from` : `const ${names} = require(`
      const code = `${take} 'hosted-checkout'${ending === 'mjs' ? '' : ')'}
      new CheckoutClient({ apiKey: process.env.API_KEY, environment: 'sandbox' })`
      writeFileSync(join(project, `unset.${ending}`), code)
      const { stderr } = spawnSync(process.execPath, [`unset.${ending}`], {
        cwd: project,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] },
      })
      expect(stderr).toContain('it is undefined: is API_KEY set')
      expect(stderr.length).toBeLessThan(2000)
    },
  )

  it('R-73: has no line that fills a terminal', () => {
    const longest = scripts().map((file) =>
      Math.max(
        ...textOf(file)
          .split('\n')
          .map((line) => line.length),
      ),
    )
    expect(Math.max(...longest)).toBeLessThan(1500)
  })

  it('R-78: verifyWebhook alone is at most 15 kB, without a validator', async () => {
    const entry = join(project, 'receiver.mjs')
    writeFileSync(entry, "export { verifyWebhook } from 'hosted-checkout'\n")
    const built = await build({
      configFile: false,
      envDir: false,
      root: project,
      logLevel: 'warn',
      build: { write: false, minify: true, lib: { entry, formats: ['es'] } },
    })
    const text = [built]
      .flat()
      .flatMap((bundle) => ('output' in bundle ? bundle.output : []))
      .map((chunk) => ('code' in chunk ? chunk.code : ''))
      .join('')
    expect(text).toContain('webhook-signature')
    expect(text.length).toBeLessThanOrEqual(15_000)
  })

  it('R-78: resolvers that do not read exports find the client', () => {
    const { main, types } = manifest()
    expect(textOf(String(types))).toContain('verifyWebhook')
    expect(
      runModule(
        `console.log(typeof require('./node_modules/hosted-checkout/${String(main)}').verifyWebhook)`,
        'old.cjs',
      ),
    ).toBe('function')
  })

  it('recognises errors of its ES module and its CommonJS copy', () => {
    const code = `
      import { createRequire } from 'node:module'
      import * as modules from 'hosted-checkout'
      const common = createRequire(import.meta.url)('hosted-checkout')
      for (const [one, other] of [[modules, common], [common, modules]]) {
        const thrown = []
        const keep = (error) => thrown.push(error)
        await one.verifyWebhook('', {}, '${SECRET}').catch(keep)
        await one.verifyReturn('https://store.example', '${SECRET}').catch(keep)
        const refuse = () => Response.json({ code: 'not_found', detail: '', requestId: 'r' }, { status: 404 })
        const fail = () => { throw new Error('no') }
        const apiKey = process.env.API_KEY
        for (const fetch of [refuse, fail]) {
          const limits = { sleep: async () => {} }
          const client = new one.CheckoutClient({ apiKey, baseUrl: 'https://api.example', fetch }, limits)
          await client.sessions.get('cs_0Tq4mFhZ7Rk2vXw9sLd3Ye').catch(keep)
        }
        const guards = ['isWebhookVerificationError', 'isReturnVerificationError', 'isCheckoutError', 'isConnectionError']
        console.log(JSON.stringify(thrown.map((error) => [error.code, ...guards.filter((is) => other[is](error))])))
      }`
    writeFileSync(join(project, 'copies.mjs'), code)
    const output = execFileSync(process.execPath, ['copies.mjs'], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, API_KEY: apiKey() },
    })
    const recognised = [
      ['missing_header', 'isWebhookVerificationError'],
      ['missing_parameter', 'isReturnVerificationError'],
      ['not_found', 'isCheckoutError'],
      ['unreachable', 'isConnectionError'],
    ]
    const lines = output.trim().split('\n')
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([recognised, recognised])
  })
})

describe('its types', () => {
  const sources = {
    'modules.mts': `import { CheckoutClient, isCheckoutError } from 'hosted-checkout'
import { CARDS, expect, test } from 'hosted-checkout/testing'
const client = new CheckoutClient({ apiKey: '', environment: 'sandbox' })
export const amount: Promise<number> = client.sessions.get('').then((session) => session.amount)
export const status = (error: unknown) => (isCheckoutError(error) ? error.status : CARDS.success)
test('', async ({ checkout, session }) => { await checkout.open(session); expect(1).toBe(1) })\n`,
    'common.cts': `import checkout = require('hosted-checkout')
import kit = require('hosted-checkout/testing')
export const client = new checkout.CheckoutClient({ apiKey: '', environment: 'sandbox' })
export const { challenge } = kit.CARDS\n`,
  }

  it.each([
    ['nodenext', ['modules.mts', 'common.cts']],
    ['bundler', ['modules.mts']],
  ] as const)('compile under %s without skipLibCheck', (resolution, files) => {
    for (const file of files) writeFileSync(join(project, file), sources[file])
    writeFileSync(join(project, 'wrong.mts'), `${sources['modules.mts']}client.sessions.git('')`)
    // One program for both, since its libraries take most of the time.
    const errors = typeErrors(resolution, [...files, 'wrong.mts'])
      .trim()
      .split(/\n(?! )/)
    expect(errors).toEqual([
      expect.stringMatching(/\bwrong\.mts\(\d+,\d+\): error TS\d+: .*'git' does not exist/),
    ])
  })

  it('fit the sample in README', () => {
    const sample = writeReadmeSample(project)
    expect(sample).toEqual(['playwright.config.ts', 'tests/late-pix.spec.ts'])
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    expect(typeErrors('nodenext', sample)).toBe('')
  })

  function typeErrors(resolution: 'nodenext' | 'bundler', files: readonly string[]): string {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2023', 'dom'],
      module: resolution === 'bundler' ? 'esnext' : 'nodenext',
      moduleResolution: resolution,
      skipLibCheck: false,
      types: ['node'],
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const { stdout } = spawnSync(process.execPath, [TSC, '-p', project], { encoding: 'utf8' })
    return stdout
  }
})

describe('the command hosted-checkout', () => {
  it('shows its commands, and its version', () => {
    const { status, stdout } = runCommand(['--help'])
    expect(status).toBe(0)
    for (const name of ['simulate', 'clock', 'listen', 'verify', 'chaos', 'homologate']) {
      expect(stdout).toContain(`\n  ${name} `)
      const help = runCommand([name, '--help'])
      expect([help.status, help.stderr]).toEqual([0, ''])
      expect(help.stdout).toContain(`$ npx --no hosted-checkout ${name}`)
      expect(help.stdout).not.toContain('--merchant')
    }
    expect(runCommand(['--version']).stdout.trim()).toBe(manifest()['version'])
  })

  it.each([
    ['simulate', 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye', 'pay'],
    ['clock'],
    ['listen'],
    ['homologate'],
  ])('%s names the variable to set', (...args) => {
    expect(runCommand(args)).toEqual({
      status: 78,
      stdout: '',
      stderr: expect.stringMatching(/^error: Set the variable API_KEY .*API_URL.*\n$/) as string,
    })
  })

  it('R-77: reads what is not set from .env, or from the file that is named', () => {
    const [, key] = [writeFileSync(join(project, 'other.env'), 'API_KEY=hp_test_no\n'), apiKey()]
    const refused = /^error: API_KEY is not an API key/
    expect(runCommand(['clock', '--env-file', 'other.env']).stderr).toMatch(refused)
    writeFileSync(join(project, '.env'), 'API_KEY=hp_test_no\nAPI_URL=http://127.0.0.1:1\n')
    expect(runCommand(['clock']).stderr).toMatch(refused)
    // The environment wins; the address comes from the file.
    expect(runCommand(['clock'], { API_KEY: key }).stderr).toContain('http://127.0.0.1:1')
    rmSync(join(project, '.env'))
    // Some releases of Node look for this option behind the script, too, and refuse first.
    const gone = runCommand(['clock', '--env-file=gone.env'])
    expect(gone.status).not.toBe(0)
    expect(gone.stderr).toMatch(/gone\.env(: not found| cannot be read)/)
  })

  it('64 for an unknown command', () => {
    expect(runCommand(['serve']).status).toBe(64)
  })

  it('verifies a notification without a network', () => {
    const [id, body, now] = ['evt_0350qmKLMuJ9K1lrKhvHIu', '{"a":1}', new Date(1_795_192_928_000)]
    const signature = new Webhook(SECRET).sign(id, now, body)
    const head = [`webhook-id: ${id}`, `webhook-timestamp: ${now.getTime() / 1000}`]
    const request = [...head, `webhook-signature: ${signature}`, '', body].join('\r\n')
    writeFileSync(join(project, 'request.txt'), request)
    const args = ['verify', '--request', 'request.txt', '--now', now.toISOString(), '--json']
    const genuine = runCommand(args, { WEBHOOK_SECRET: SECRET })
    expect(genuine.status).toBe(0)
    expect(JSON.parse(genuine.stdout)).toMatchObject({ valid: true, ageSeconds: 0 })
    writeFileSync(join(project, 'request.txt'), request.replace('{"a":1}', '{"a":2}'))
    const forged = runCommand(args, { WEBHOOK_SECRET: SECRET })
    expect(forged.status).toBe(1)
    expect(JSON.parse(forged.stdout)).toMatchObject({ valid: false, reason: 'no_match' })
  })

  it('refuses an old Node in one line', () => {
    const older = `Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })`
    writeFileSync(join(project, 'older.cjs'), older)
    const command = join(installed, 'bin/hosted-checkout.cjs')
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--require', './older.cjs', command, '--help'],
      { cwd: project, encoding: 'utf8' },
    )
    const line = 'hosted-checkout needs Node 20.12 or newer; this is 18.20.4.\n'
    expect([status, stderr]).toEqual([78, line])
  })
})

/** An API key that is well-formed, but belongs to no merchant. */
function apiKey(): string {
  return makeApiKey('sandbox', (length) => new Uint8Array(length).fill(7))
}

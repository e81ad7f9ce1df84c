import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { openApiDocument } from '#contract/openapi.ts'
import { OPERATIONS } from '#contract/operations.ts'
import { campaignNames, loadCampaign } from '../campaigns/frame/find-campaigns.ts'
import { words } from '../testing/cli/command-line.fixture.ts'
import { anchorsIn, codeIn, linksIn, PROJECT, readDocuments, shellLinesIn } from './documents.ts'
import {
  COMMANDS,
  faultOfWords,
  isCommand,
  parseTyped,
  type ProgramName,
} from './typed-commands.ts'

const DOCUMENTS = readDocuments()
const REFERENCE = JSON.stringify(
  openApiDocument({ environment: 'sandbox', apiUrl: 'https://api.example', version: '' }),
)
/** Documents that tell the past name what no longer exists. */
const PRESENT = [...DOCUMENTS].filter(([path]) => !/^CHANGELOG|^docs\/decisions\/\d/.test(path))
const BY_NPX =
  /npx (?<switches>(?:--\S+ )*)(?<program>(?:hosted-)?checkout)(?![\w-])(?: (?<line>.*))?/
const CAMPAIGNS = new Map(
  await Promise.all(
    (await campaignNames()).map(async (name) => [name, await loadCampaign(name)] as const),
  ),
)

async function faultOf(check: () => unknown): Promise<string | undefined> {
  try {
    await check()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return undefined
}

/** What is wrong with a command by npm or npx, as far as the project can know. */
async function faultOfCommand(line: string, isWhole: boolean): Promise<string | undefined> {
  const { switches, program, line: rest = '' } = BY_NPX.exec(line)?.groups ?? {}
  if (program !== undefined) {
    if (switches !== '--no ') return 'npx without --no asks npm for a package of strangers'
    if (rest.startsWith('-')) return 'npm reads this option itself'
    const name = program as ProgramName
    const fault = faultOfWords(name, rest)
    if (fault !== undefined || !isWhole) return fault
    return faultOf(() => parseTyped(name, rest))
  }
  const [, script, flags = ''] = /^(?:\S+=\S* )*npm (?:run )?(\S+)(?: -- (.*))?$/.exec(line) ?? []
  if (script === undefined || /^(?:audit|ci|init|test|start|install|sbom|pack)$/.test(script))
    return /\bnpm install (?:\S+ )*hosted-checkout(?![\w-])/.test(line)
      ? 'npm has no package of ours'
      : undefined
  if (!Object.hasOwn(packageJson.scripts, script)) return `there is no script ${script}`
  const [campaign = '', ...args] = words(flags)
  if (script !== 'prove' || args.includes('--help') || !/^[a-z]/.test(campaign)) return undefined
  const made = CAMPAIGNS.get(campaign)
  return made === undefined ? `there is no campaign ${campaign}` : faultOf(() => made.read(args))
}

async function faultsOf(
  lines: readonly string[],
  judge: (line: string) => string | undefined | Promise<string | undefined>,
): Promise<string[]> {
  const judged = await Promise.all(lines.map(async (line) => [line, await judge(line)] as const))
  return judged.flatMap(([line, fault]) => (fault === undefined ? [] : [`${line}: ${fault}`]))
}

describe('X-2: each link of the documents leads somewhere', () => {
  it.each([...DOCUMENTS])('%s', async (path, text) => {
    const faults = await faultsOf(linksIn(text), (link) => {
      if (/^[a-z]+:/.test(link)) return URL.canParse(link) ? undefined : 'is no address'
      const [file = '', fragment] = link.split('#')
      const target = file === '' ? path : posix.join(posix.dirname(path), file)
      if (!existsSync(join(PROJECT, target))) return 'there is no such file'
      if (fragment === undefined || !target.endsWith('.md')) return undefined
      const anchors = anchorsIn(readFileSync(join(PROJECT, target), 'utf8'))
      return anchors.has(fragment) ? undefined : 'has no such heading'
    })
    expect(faults).toEqual([])
  })
})

describe('X-2: each command of the documents can be typed', () => {
  it.each(PRESENT)('%s', async (_path, text) => {
    const pasted = shellLinesIn(text).flatMap((line) => line.split(/ (?:\||&&) /))
    const named = codeIn(text).filter((code) => /^(?:\w+=\S* )*(?:npx|npm) /.test(code))
    const short = codeIn(text).filter(
      (code) =>
        isCommand('checkout', code) && code.includes(' ') && !CAMPAIGNS.has(words(code)[0] ?? ''),
    )
    expect([
      ...(await faultsOf(pasted, (line) => faultOfCommand(line, true))),
      ...(await faultsOf(named, (line) => faultOfCommand(line, false))),
      ...(await faultsOf(short, (line) => faultOfWords('checkout', line))),
    ]).toEqual([])
  })

  it('X-1: the reference, and each message of the product', async () => {
    const sources = globSync(['src/**/*.{ts,tsx,yml,md}', 'e2e/**/*.ts', 'docs/**/*.md', '*.md'], {
      cwd: PROJECT,
      exclude: ['src/proof/inventories/documents.test.ts'],
    })
    const texts = [REFERENCE, ...sources.map((path) => readFileSync(join(PROJECT, path), 'utf8'))]
    const named = texts.flatMap(
      (text) => text.match(/npx (?:--\S+ )*(?:hosted-)?checkout\b[^`'"”\n,:.;()[\]$<…/]*/g) ?? [],
    )
    expect(named.length).toBeGreaterThan(200)
    expect(
      await faultsOf([...new Set(named.map((line) => line.trim()))], (line) =>
        faultOfCommand(line, false),
      ),
    ).toEqual([])
  })

  it('a wrong one is seen', async () => {
    const seen = await faultsOf(
      [
        'npx checkout serve',
        'npx --no checkout --help',
        'npx --no checkout keys revolve key_1',
        'npx --no checkout keys list --sort',
        'npx --no checkout explain',
        'npm run bonch',
        'npm run prove -- matrix --speed 3',
        'npm install express hosted-checkout',
      ],
      (line) => faultOfCommand(line, true),
    )
    expect(seen).toHaveLength(8)
  })
})

it('X-2: the operating guide names each command', () => {
  const guide = codeIn(DOCUMENTS.get('docs/guides/operating.md') ?? '')
  expect(COMMANDS.filter((name) => !guide.includes(name))).toEqual([])
})

describe('X-2: each call of the API that a document names exists', () => {
  const templates = Object.values(OPERATIONS).map(
    ({ method, path }) => `${method.toUpperCase()} ${path}`,
  )
  const known = new Set(templates.map((call) => call.replaceAll(/\{\w+\}/g, '{}')))
  it.each(PRESENT)('%s', (_path, text) => {
    const named = [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}-]+)/g)].map(
      ([, method = '', path = '']) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
    )
    expect(named.filter((call) => !known.has(call) && call !== 'GET /v1/health')).toEqual([])
  })
})

describe('X-2: each path of the project that a document names exists', () => {
  it.each(PRESENT)('%s', (path, text) => {
    const named = codeIn(text).filter((code) => /^(?:src|docs|e2e)\/[\w./-]+$/.test(code))
    const places = (code: string) => [join(PROJECT, code), join(PROJECT, dirname(path), code)]
    expect(named.filter((code) => !places(code).some((place) => existsSync(place)))).toEqual([])
  })
})

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const ENTRY = 'console.log("entry")\n'.repeat(20)
const CHUNK = 'export const chunk = true\n'.repeat(20)
const CSS = 'body{margin:0}'
const EARLY = 'document.documentElement.dataset.early="1"'
/** Renders its input as text, so that tests can read it. */
const SERVER = `
export const LOCALES = ['en', 'pt-BR', 'es']
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
export function plainPages(locale) {
  const page = (name) => ({ title: name + ' in ' + locale, text: 'Words.' })
  return { locale, direction: 'ltr', home: page('home'), notFound: page('notFound'), broken: page('broken'), tooOften: page('tooOften'), busy: page('busy'), formRefused: page('formRefused'), challengeReturn: page('challengeReturn') }
}
export function readForm(checkout, { method, values }) {
  return values.email?.includes('@') ? { method, customer: { email: values.email } } : null
}
export function renderPage(input) {
  if (input.search === '?broken') throw new Error('the page cannot be rendered')
  const { checkout, problem, locale } = input
  return {
    html: '<main>' + escape(checkout ? checkout.merchant.name + ' ' + checkout.amount.text : problem.code) + '</main>',
    cardFrame: null,
    connectTo: null,
    notice: '<p hidden>Try again</p>',
    icon: null,
    title: checkout ? 'Pay ' + checkout.merchant.name : problem.code,
    direction: 'ltr',
    style: checkout?.merchant.brandColor ? ':root{--brand:' + checkout.merchant.brandColor + '}' : '',
    data: { locale, checkout, problem, reference: input.reference, form: input.form, payBy: input.payBy, fieldsUrl: input.fieldsUrl, countriesPath: input.countriesPath, wordsPath: input.wordsPath },
    refresh: checkout?.payment?.action?.type === 'pix' ? { seconds: 15, address: '?from=form' } : null,
  }
}
`

/** Writes a folder in the shape of the page's build. */
export function writeStandInBuild(changes: Record<string, unknown> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'stand-in-build-'))
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), content)
  }
  for (const [name, code] of [
    ['entry-1a2b.js', ENTRY],
    ['chunk-3c4d.js', CHUNK],
  ] as const) {
    write(`client/assets/${name}`, code)
    write(`client/assets/${name}.br`, brotliCompressSync(code))
    write(`client/assets/${name}.gz`, gzipSync(code))
  }
  write('client/favicon.svg', '<svg/>')
  write('client/assets/picture.png', 'not of a known type')
  write('server/package.json', '{"type":"module"}')
  write('server/entry-server.js', SERVER)
  const scripts = {
    '/assets/entry-1a2b.js': hash('sha384', ENTRY),
    '/assets/chunk-3c4d.js': hash('sha384', CHUNK),
  }
  const importMap = JSON.stringify({ integrity: scripts })
  const manifest = {
    environment: 'sandbox',
    checkoutUrl: 'http://localhost:4242',
    entry: '/assets/entry-1a2b.js',
    preloads: ['/assets/chunk-3c4d.js'],
    css: CSS,
    cssHash: hash('sha256', CSS),
    early: EARLY,
    earlyHash: hash('sha256', EARLY),
    importMap,
    importMapHash: hash('sha256', importMap),
    words: Object.fromEntries(
      ['en', 'pt-BR', 'es'].map((tag) => [tag, `/assets/words-${tag}-7a8b.json`]),
    ),
    countries: { 'pt-BR': '/assets/countries-pt-BR-5e6f.json' },
    scripts,
    ...changes,
  }
  write('build.json', JSON.stringify(manifest))
  writeWorkshop(write)
  return directory
}

function writeWorkshop(write: (name: string, content: string) => void): void {
  write('workshop/client/assets/entry-7a8b.js', ENTRY)
  const scripts = { '/workshop/assets/entry-7a8b.js': hash('sha384', ENTRY) }
  const importMap = JSON.stringify({ integrity: scripts })
  const record = {
    entry: '/workshop/assets/entry-7a8b.js',
    preloads: [],
    css: CSS,
    cssHash: hash('sha256', CSS),
    importMap,
    importMapHash: hash('sha256', importMap),
    scripts,
  }
  write('workshop/workshop.json', JSON.stringify(record))
}

function hash(algorithm: string, text: string): string {
  return `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`
}

import { judge } from './allowed.ts'
import { ENCODING_NAMES } from './encodings.ts'
import { PACKINGS, type Planted } from './plants.ts'
import type { Finding } from './scan.ts'
import type { SecretBook } from './secrets.ts'
import type { Searched } from './search-all.ts'
import { SINKS, type Sink } from './sinks.ts'

export interface CanaryReport {
  seed: number
  seconds: number
  secrets: number
  encodings: number
  /** What was searched, per sink. */
  sinks: Partial<Record<Sink, { documents: number; bytes: number }>>
  /** Allowed findings, counted by reason. */
  allowed: Record<string, number>
  leaks: Finding[]
  /** Sinks in which nothing was searched, or in which the tracer was not found. */
  unsearched: Sink[]
  planted: Planted
}

/** Sinks that the tracer must reach. */
const TRACED: readonly Sink[] = [
  'answers to callers',
  'answers to browsers',
  'database',
  "processor's books",
  'data directory',
  'write-ahead log',
  'backup',
  'notifications',
  'e-mails',
  'commands',
]
/** Sinks that only a browser fills. */
const OF_BROWSERS: readonly Sink[] = [
  'addresses',
  'browser storage',
  'cookies',
  'requests to merchants',
]
const NO_SECRETS = ['tracer', 'plant']

export function makeReport(
  { seed, whole, seconds }: { seed: number; whole: boolean; seconds: number },
  { book, searched, planted }: { book: SecretBook; searched: Searched; planted: Planted },
): CanaryReport {
  const { findings, sizes, traced } = searched
  const { leaks, allowed } = judge(findings)
  const expected = SINKS.filter((sink) => whole || !OF_BROWSERS.includes(sink))
  return {
    seed,
    seconds: Number(seconds.toFixed(1)),
    secrets: book.all.filter(({ kind }) => !NO_SECRETS.includes(kind)).length,
    encodings: ENCODING_NAMES.length + Object.keys(PACKINGS).length,
    sinks: Object.fromEntries(sizes),
    allowed,
    leaks,
    unsearched: expected.filter(
      (sink) => !sizes.has(sink) || (TRACED.includes(sink) && !traced.has(sink)),
    ),
    planted,
  }
}

export function isClean({ leaks, unsearched, planted }: CanaryReport): boolean {
  return leaks.length === 0 && unsearched.length === 0 && planted.missed.length === 0
}

const MEGABYTE = 1_000_000

export function reportText(report: CanaryReport): string {
  const { seed, seconds, secrets, encodings, sinks, planted, unsearched, leaks, allowed } = report
  const sizes = Object.values(sinks)
  const documents = sizes.reduce((total, size) => total + size.documents, 0)
  const bytes = sizes.reduce((total, size) => total + size.bytes, 0)
  return [
    `${secrets} secrets in ${encodings} encodings, looked for in ${sizes.length} sinks (${documents} documents, ${megabytes(bytes)}), seed ${seed}, ${seconds} s`,
    ...Object.entries(sinks).map(
      ([sink, size]) => `  ${sink}: ${size.documents} documents, ${megabytes(size.bytes)}`,
    ),
    `planted leaks: ${planted.planted - planted.missed.length} of ${planted.planted} were seen, all of them in ${planted.sinks.length} of ${SINKS.length} sinks`,
    ...planted.missed.map((missed) => `  missed: ${missed}`),
    ...unsearched.map((sink) => `not searched: ${sink}`),
    'where secrets belong:',
    ...Object.entries(allowed).map(([why, times]) => `  ${times} × ${why}`),
    leaks.length === 0 ? 'no leak' : `${leaks.length} leaks`,
    ...leaks.map(leakText),
    '',
  ].join('\n')
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`
}

function leakText({ sink, document, secret, encoding, packed, offset, row }: Finding): string {
  const where = packed === '' ? '' : ` (${packed})`
  return `  ${secret} in ${sink}, ${document}${where}: ${encoding}, row ${row}, byte ${offset}`
}

import type { z } from 'zod'
import { PAYMENT_METHODS } from '#contract/payment.ts'
import type { Layout } from '#domain/layout.ts'
import {
  AccountEntry,
  AccountName,
  AccountOfMethod,
  Fakes,
  SECTIONS,
  Webhooks,
} from './accounts-file.ts'
import type { AccountsOfMethods } from '../processors.ts'
import type { Path, Problems } from './problems.ts'
import { placeOfFault, repeatedPlaces } from './read-json-file.ts'
import { codeOf, resolveValues } from './resolve-values.ts'

export interface ReadingFile {
  path: string
  layout: Layout
  variables: Readonly<Record<string, string | undefined>>
  /** The text of a file; the path is relative to the accounts file, or absolute. Throws where it cannot be read. */
  readText: (path: string) => string
}

/** An accounts file with its values resolved. Of a faulty part it has what could be read. */
export interface AccountsFile {
  accounts: readonly (readonly [name: string, entry: AccountEntry])[]
  methods: AccountsOfMethods
  webhooks: Webhooks
  fakes: Fakes
}

/** Reads the file that `PROCESSORS` names, and reports what is wrong with it; undefined where it is no JSON. */
export function readAccountsFile(
  reading: ReadingFile,
  problems: Problems,
): AccountsFile | undefined {
  const { layout, variables, readText } = reading
  const { report, parse } = problems
  const sources = { layout, variables, readText, problems }
  const json = readJson(reading, problems)
  if (json === undefined) return undefined
  const file = asObject(resolveValues(json, sources))
  for (const section of SECTIONS)
    if (!isObject(file[section] ?? {})) report([section], FORMS[section])
  reportUnknown([], file, SECTIONS, problems)
  reportUnknown(['methods'], file['methods'], PAYMENT_METHODS, problems)
  reportUnknown(['webhooks'], file['webhooks'], Object.keys(Webhooks.shape), problems)
  reportUnknown(['fakes'], file['fakes'], Object.keys(Fakes.shape), problems)
  return {
    accounts: accountsOf(file['accounts'], problems),
    methods: methodsOf(file['methods'], problems),
    webhooks: parseRest(['webhooks'], Webhooks, asObject(file['webhooks']), problems) ?? {},
    fakes: parse(['fakes'], Fakes, asObject(file['fakes'])) ?? {},
  }
}

function reportUnknown(
  path: Path,
  value: unknown,
  known: readonly string[],
  { report }: Problems,
): void {
  for (const name of Object.keys(asObject(value)))
    if (!known.includes(name)) report([...path, name], `is unknown: known are ${known.join(', ')}`)
}

function methodsOf(value: unknown, { report, parse }: Problems): AccountsOfMethods {
  const named = asObject(value)
  if (Object.keys(named).length === 0)
    report(['methods'], 'must name the account of at least one method')
  return Object.fromEntries(
    PAYMENT_METHODS.map((method) => [
      method,
      parse(['methods', method], AccountOfMethod, named[method]),
    ]),
  )
}

function readJson({ path, readText }: ReadingFile, { report }: Problems): unknown {
  const text = readWhole(path, readText, report)
  if (text === undefined) return undefined
  if (text.trim() === '') {
    report([], 'the file is empty: write accounts and methods into it')
    return undefined
  }
  try {
    const json: unknown = JSON.parse(text)
    for (const place of repeatedPlaces(text)) report(place, 'stands in the file twice: keep one')
    if (isObject(json)) return json
    report([], 'the file must hold an object: { "accounts": { … }, "methods": { … } }')
  } catch (error) {
    const place = placeOfFault(text, error)
    report([], `the file is not JSON (${place}): look there for a quote, a comma or a brace`)
  }
  return undefined
}

function readWhole(
  path: string,
  readText: ReadingFile['readText'],
  report: Problems['report'],
): string | undefined {
  try {
    return readText(path).replace(BYTE_ORDER_MARK, '')
  } catch (error) {
    const code = codeOf(error)
    const known: Readonly<Record<string, string>> = {
      ENOENT: 'does not exist: set PROCESSORS to its path',
      EISDIR: 'is a folder: set PROCESSORS to the path of a file',
    }
    report([], `the file ${known[code] ?? `cannot be read (${code}): check its rights`}`)
    return undefined
  }
}

const BYTE_ORDER_MARK = /^\uFEFF/

function accountsOf(value: unknown, problems: Problems): AccountsFile['accounts'] {
  const { report, parse } = problems
  const entries = Object.entries(asObject(value))
  if (entries.length === 0) report(['accounts'], 'must hold at least one account')
  return entries.flatMap(([name, value]) => {
    parse(['accounts', name], AccountName, name)
    const entry = parseRest(['accounts', name], AccountEntry, value, problems)
    return entry === undefined ? [] : [[name, entry] as const]
  })
}

/** The problem that is reported when a section is no object. */
const FORMS: Readonly<Record<(typeof SECTIONS)[number], string>> = {
  accounts: 'must be an object: { "name": { "module": … } }',
  methods: 'must be an object that names an account for each method',
  webhooks: 'must be an object',
  fakes: 'must be an object',
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses a part of the file. Of an object with faults it returns the settings without one, so that they are checked further. */
function parseRest<T>(
  path: Path,
  schema: z.ZodType<T>,
  value: unknown,
  { parse, has }: Problems,
): T | undefined {
  const parsed = parse(path, schema, value)
  if (parsed !== undefined || !isObject(value)) return parsed
  const rest = Object.entries(value).filter(([name]) => !has([...path, name]))
  return schema.safeParse(Object.fromEntries(rest)).data
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? { ...value } : {}
}

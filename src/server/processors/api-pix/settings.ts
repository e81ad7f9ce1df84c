import { z } from 'zod'
import { settingsRefused, unknownSettings } from '../account-settings.ts'
import type { ProcessorContext } from '../load-processor.ts'
import { codeFor } from './code-for.ts'
import { DIALECT_NAMES, DIALECTS, type Dialect, type Endpoints } from './dialects.ts'
import { problemOfAuthorities, problemsOfKeyPair } from '../key-pair.ts'
import { isPixKey } from './pix-key.ts'

const Text = z.string({
  error: ({ input }) => (input === undefined ? 'is missing' : 'must be a text: write it in quotes'),
})
const Filled = Text.trim().min(1, 'is empty')
const NO_BASE_URL =
  'must be the address of the API up to /cob, with https://, and without user, query or fragment: https://pix.bank.example/v2'
const NO_TOKEN_URL = 'must be an address with https://, and without user or fragment'
const BaseUrl = z.string(NO_BASE_URL).refine((text) => {
  const url = readAddress(text)
  return url !== undefined && url.search === '' && !/\/cob\/?$/.test(url.pathname)
}, NO_BASE_URL)
const TokenUrl = z
  .string(NO_TOKEN_URL)
  .refine((text) => readAddress(text) !== undefined, NO_TOKEN_URL)

function readAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || text.includes('#')) return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

const Receiver = z.object({ name: Filled, city: Filled })

/** The settings of an account, with the values and the contents of files that they name. */
const Settings = z.object({
  dialect: z.enum(DIALECT_NAMES, `must be one of ${DIALECT_NAMES.join(', ')}`).default('standard'),
  clientId: Filled,
  clientSecret: Filled,
  certificate: Filled,
  key: Filled,
  keyPassphrase: Text.optional(),
  /** Authorities of the bank's server, PEM. Default: those that Node knows. */
  authorities: Text.superRefine((pem, check) => {
    const problem = problemOfAuthorities(pem)
    if (problem !== undefined) check.addIssue(problem)
  }).optional(),
  pixKey: Text.refine(
    isPixKey,
    'must be a Pix key: CPF or CNPJ without separators and with its check digits, phone with +55, e-mail in small letters, or UUID in small letters',
  ),
  /** The address of the API, up to `/cob`, and the address of tokens. Default: the dialect's. */
  baseUrl: BaseUrl.optional(),
  tokenUrl: TokenUrl.optional(),
  appKey: Filled.optional(),
  accountNumber: Filled.optional(),
  /** As codes name the receiver, for banks that answer a location and no code. */
  receiver: Receiver.refine(
    (receiver) =>
      Object.values(receiver).includes('') ||
      codeFor(receiver, 'bank.example/qr/v2/0') !== undefined,
    'has a name or city without any letter of ASCII: write it in Latin letters',
  ).optional(),
})

/** A checked account at a bank. */
export interface Account extends z.infer<typeof Settings> {
  name: string
  rules: Dialect
  endpoints: Endpoints
}

/** The account of a context. Throws `ProcessorNotLoaded` with every problem, and none of the values. */
export function readAccount({ account, settings, environment, clock }: ProcessorContext): Account {
  const parsed = Settings.safeParse(settings)
  const inner = { receiver: Object.keys(Receiver.shape) }
  const problems = unknownSettings(settings, Object.keys(Settings.shape), inner)
  for (const { path, message } of parsed.error?.issues ?? [])
    problems.push([path.join('.'), message])
  const { certificate, key, keyPassphrase } = settings
  if (isFilled(certificate) && isFilled(key)) {
    const passphrase = isFilled(keyPassphrase) ? { keyPassphrase } : {}
    problems.push(...problemsOfKeyPair({ certificate, key, ...passphrase }, clock()))
  }
  const rules: Dialect = DIALECTS[parsed.data?.dialect ?? 'standard']
  const endpoints = parsed.data && endpointsOf(parsed.data, rules[environment])
  if (parsed.data !== undefined) {
    if (endpoints === undefined)
      problems.push([
        'baseUrl',
        `and tokenUrl: needed, since no addresses of this dialect are known for ${environment}`,
      ])
    if (rules.query !== undefined && parsed.data.appKey === undefined)
      problems.push(['appKey', 'is missing: this dialect needs it'])
  }
  if (parsed.data === undefined || endpoints === undefined || problems.length > 0)
    throw settingsRefused({ account, module: 'api-pix' }, problems)
  return { ...parsed.data, name: account, rules, endpoints }
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function endpointsOf(
  { baseUrl, tokenUrl }: z.infer<typeof Settings>,
  known: Endpoints | undefined,
): Endpoints | undefined {
  const token = tokenUrl ?? known?.token
  if (token === undefined) return undefined
  if (baseUrl !== undefined) return { api: baseUrl.replace(/\/$/, ''), token }
  return known && { ...known, token }
}

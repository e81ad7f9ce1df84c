import { z } from 'zod'
import type { Environment } from '#contract/environment.ts'
import { isLoopbackHost } from '#domain/loopback-host.ts'
import { membersOf, settingsRefused, unknownSettings } from '../account-settings.ts'
import type { ProcessorContext, SettingProblem } from '../load-processor.ts'
import { problemOfCertificate } from './certificate.ts'
import { isStatement } from './statement.ts'

const missingOr = (missing: string, problem: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? missing : problem),
})
const MERCHANT_ACCOUNT =
  'must be the merchant account as the Customer Area writes it, without a colon'
const HMAC_KEYS =
  'must hold one or two keys of 64 hexadecimal digits: the present one, and while it is rotated the one before'
const NO_API_KEY =
  'is missing: make one under Developers > API credentials, with the role Checkout webservice'
const LIVE_PREFIX = 'must be the prefix under Developers > API URLs'
const DAYS = 'must be a number of days from 1 to 28'
const MINUTES = 'must be a number of minutes from 5 to 60'
const STATEMENT = "must have at most 22 of a-z, A-Z, 0-9, blank and . , ' _ - ? + * /"
const RETURN_HOST = 'must be a host of adyen.com'
const ADDRESS = 'must be an address with https://, without user, query and fragment'

/** How a header names the certificate's key. */
export const KIDS = [
  'none',
  'sha1-hex',
  'sha1-base64url',
  'sha256-hex',
  'sha256-base64url',
] as const
const ORIGINS = ['certificate', 'clientKey'] as const
const ALGORITHMS = ['RSA-OAEP-256', 'RSA-OAEP'] as const
const ENCRYPTIONS = ['A256GCM', 'A256CBC-HS512'] as const
const HOLDS = ['pre', 'final'] as const

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `must be ${names.length === 2 ? names.join(' or ') : `one of ${names.join(', ')}`}`)
const Text = z.string('must be a text').trim().min(1, 'is empty')
const Address = z.string(ADDRESS).refine(isAddress, ADDRESS)

const Sealing = z.object(
  {
    from: oneOf(ORIGINS).default('certificate'),
    alg: oneOf(ALGORITHMS).default('RSA-OAEP-256'),
    enc: oneOf(ENCRYPTIONS).default('A256GCM'),
    kid: oneOf(KIDS).default('none'),
  },
  'must be an object: { "from": … }',
)
export type Sealing = z.infer<typeof Sealing>

/** The settings of an account, with the values and the contents of files that they name. */
const Settings = z.object({
  merchantAccount: z
    .string(missingOr('is missing', MERCHANT_ACCOUNT))
    .regex(/^[^:]{1,80}$/, MERCHANT_ACCOUNT),
  apiKey: z.string(missingOr(NO_API_KEY, 'must be a text')).trim().min(1, 'is empty'),
  hmacKeys: z
    .array(z.string(HMAC_KEYS).regex(/^[0-9A-Fa-f]{64}$/, HMAC_KEYS), HMAC_KEYS)
    .min(1, HMAC_KEYS)
    .max(2, HMAC_KEYS),
  livePrefix: z
    .string(LIVE_PREFIX)
    .regex(/^[0-9a-f]{16}-[A-Za-z0-9]{1,40}$/, LIVE_PREFIX)
    .optional(),
  sealing: Sealing.default(Sealing.parse({})),
  certificate: Text.optional(),
  clientKey: z
    .string('must be a text')
    .regex(/^(?:test|live)_[A-Za-z0-9]{1,64}$/, 'must begin with test_ or live_')
    .optional(),
  captureWithinDays: z.int(DAYS).min(1, DAYS).max(28, DAYS).default(6),
  giveUpAfterMinutes: z.int(MINUTES).min(5, MINUTES).max(60, MINUTES).default(15),
  /** How networks are told of a hold. Absent: as the merchant account is set up. */
  holdAs: oneOf(HOLDS).optional(),
  /** What the shopper's statement says. Default: the merchant's name. */
  statement: z.string(STATEMENT).refine(isStatement, STATEMENT).optional(),
  /** Further hosts to which a shopper may be redirected. */
  returnHosts: z
    .array(
      z
        .string(RETURN_HOST)
        .max(253, RETURN_HOST)
        .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.adyen\.com$/, RETURN_HOST),
      RETURN_HOST,
    )
    .default([]),
  baseUrl: Address.optional(),
  shopperUrl: Address.optional(),
  reportUser: Text.optional(),
  reportPassword: Text.optional(),
})
type Settings = z.infer<typeof Settings>

/** A checked account at Adyen. */
export interface Account extends Settings {
  name: string
  environment: Environment
  /** The address of the API, with its version and without a slash at the end. */
  api: string
  /** The address of the pages and keys for shoppers, without a path. */
  shopper: string
}

/** The account of a context. Throws `ProcessorNotLoaded` with every problem, and none of the values. */
export function readAccount({ account, settings, environment, clock }: ProcessorContext): Account {
  const parsed = Settings.safeParse(settings)
  const problems = new Map<string, string>()
  const report = (name: string, problem: string) =>
    problems.set(name, problems.get(name) ?? problem)
  const inner = { sealing: Object.keys(Sealing.shape) }
  for (const [name, problem] of unknownSettings(settings, Object.keys(Settings.shape), inner))
    report(name, problem)
  for (const { path, message } of parsed.error?.issues ?? [])
    report(path.filter((part) => typeof part === 'string').join('.'), message)
  for (const [name, problem] of problemsBetween(settings, environment, clock()))
    report(name, problem)
  if (parsed.data === undefined || problems.size > 0)
    throw settingsRefused({ account, module: 'adyen' }, [...problems])
  return { ...parsed.data, name: account, environment, ...addressesOf(parsed.data, environment) }
}

/** Adyen's own addresses, by the `servers` and their variables in CheckoutService-v72; in the sandbox those of the settings. */
function addressesOf(
  { livePrefix, baseUrl, shopperUrl }: Settings,
  environment: Environment,
): Pick<Account, 'api' | 'shopper'> {
  if (environment === 'production')
    return {
      api: `https://${livePrefix}-checkout-live.adyenpayments.com/checkout/v72`,
      shopper: 'https://checkoutshopper-live.adyen.com',
    }
  return {
    api: withoutSlash(baseUrl ?? 'https://checkout-test.adyen.com/v72'),
    shopper: withoutSlash(shopperUrl ?? 'https://checkoutshopper-test.adyen.com'),
  }
}

const CERTIFICATE = 'certificate'

/** What is wrong with settings only beside each other, or in an environment. */
function problemsBetween(
  settings: Readonly<Record<string, unknown>>,
  environment: Environment,
  now: Date,
): SettingProblem[] {
  const isLive = environment === 'production'
  const { livePrefix, certificate, clientKey, baseUrl, shopperUrl } = settings
  const { from = CERTIFICATE, kid = 'none' } = membersOf(settings['sealing'])
  const problems: (SettingProblem | false)[] = [
    isLive &&
      livePrefix === undefined && [
        'livePrefix',
        'is missing: production needs the prefix under Developers > API URLs',
      ],
    !isLive &&
      livePrefix !== undefined && [
        'livePrefix',
        'is for production: the test environment has one address',
      ],
    from === CERTIFICATE &&
      certificate === undefined && [
        CERTIFICATE,
        'is missing: download it in the Customer Area, or set sealing.from to clientKey',
      ],
    from === 'clientKey' && clientKey === undefined && ['clientKey', 'is missing'],
    from === 'clientKey' && kid !== 'none' && ['sealing.kid', 'needs a certificate'],
    typeof clientKey === 'string' &&
      clientKey.startsWith(isLive ? 'test_' : 'live_') && [
        'clientKey',
        'is a key of the other environment',
      ],
    ...Object.entries({ baseUrl, shopperUrl }).map(
      ([name, value]): SettingProblem | false =>
        isLive &&
        value !== undefined && [name, 'is for the sandbox: production uses Adyen’s own addresses'],
    ),
    (settings['reportUser'] === undefined) !== (settings['reportPassword'] === undefined) && [
      'reportUser',
      'and reportPassword belong together',
    ],
  ]
  const wrong = typeof certificate === 'string' ? problemOfCertificate(certificate, now) : undefined
  if (wrong !== undefined) problems.push([CERTIFICATE, wrong])
  return problems.filter((problem) => problem !== false)
}

/** Plain HTTP only on this machine: there is no other way to listen in. */
function isAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || /[?#]/.test(text) || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, '')
}

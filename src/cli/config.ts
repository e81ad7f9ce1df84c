import { z } from 'zod'
import packageJson from '#package.json' with { type: 'json' }
import type { Variables } from '#client/tools/command-line/terminal.ts'
import { EnvironmentName, type Environment } from '#contract/environment.ts'
import { Email } from '#contract/values.ts'
import { parseApiKey } from '#domain/api-key.ts'
import { layoutOf, type Layout } from '#domain/layout.ts'
import {
  parseSender,
  parseSmtpUrl,
  type Sender,
  type SmtpServer,
} from '#server/mail/smtp-server.ts'
import { DATABASE_TIMEOUT_MS } from '#server/database/engine/connection-options.ts'
import { hostOf, readDatabaseUrl } from '#server/database/engine/database-url.ts'
import { WRONG_KEYS_PER_MINUTE } from '#server/limits/rate-limit.ts'
import {
  isBlockedPort,
  isFitForPasskeys,
  isNoRandomKey,
  isPostalCodeUrl,
  isProtectedDatabase,
} from './config-values.ts'
import { callbackNetworks, type CallbackNetworks } from '#server/outgoing/callback-networks.ts'
import { trustedProxies, type TrustedProxies } from '#http/client-address.ts'
import type { TraceSettings } from '#server/tracing/otlp/sampler-settings.ts'
import { TRACE_VALUES, traceSettings } from './trace-settings.ts'

/** The validated environment of a process. */
export interface Config {
  environment: Environment
  layout: Layout
  apiUrl: string
  checkoutUrl: string
  storeUrl: string
  /** The origin of the dashboard: `localhost`, or https. */
  adminUrl: string
  /** The origin of the card's frame; undefined in production's layout without FIELDS_URL. */
  fieldsUrl: string | undefined
  apiPort: number
  checkoutPort: number
  storePort: number
  privatePort: number
  /** The address that the private port binds to. */
  privateHost: string
  /** Bearer token of `/metrics`; undefined: only this machine reaches the private port. */
  metricsToken: string | undefined
  fieldsPort: number
  adminPort: number
  /** The address that the dashboard binds to: this machine alone, unless told otherwise. */
  adminHost: string
  /** The address that servers bind to; a local layout's default is this machine alone. */
  host: string
  dataDir: string
  databaseUrl: string | undefined
  /** Statement timeout. */
  databaseTimeoutMs: number
  /** How long a start waits for the database. */
  databaseWaitMs: number
  /** 32 bytes; undefined: a local layout generates its own once. */
  masterKey: Uint8Array | undefined
  /** Earlier master keys, for data that still depends on them. */
  previousMasterKeys: readonly Uint8Array[]
  checkoutApiKey: string | undefined
  /** Whether the BFF calls the API in this process or over the network. */
  apiInProcess: boolean
  /** Graceful shutdown: how long the process reports that it is not ready, but still accepts connections. */
  drainMs: number
  processor: string
  /** The file of the processors' accounts; undefined: `processor` is the only one. */
  processorsFile: string | undefined
  /** The port for notifications with client certificates; opened only if an account needs it. */
  processorWebhookPort: number
  allowLoopbackCallbacks: boolean
  /** Private networks in which webhook endpoints may be; undefined: the public internet alone. */
  callbackNetworks: CallbackNetworks | undefined
  /** Whether pictures of merchants may be fetched from this machine's loopback addresses. */
  allowLoopbackImages: boolean
  requestsPerSecond: number
  callsUnderWayMax: number
  /** Rate limit of wrong API keys, per network address. */
  wrongKeysPerMinute: number
  /** Concurrency limit of the whole API. */
  permitsMax: number
  /** Declines after which a session refuses cards for a while; 0: no limit. */
  cardDeclinesPerSession: number
  /** Declines after which cards from a network address are refused for a while; 0: no limit. */
  cardDeclinesPerAddress: number
  /** Days after a session's end until its personal data is erased; 0: never. */
  retentionDays: number
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: TrustedProxies
  hasTrustedProxies: boolean
  logLevel: string
  /** The operator's service for the addresses of CEPs, with `{cep}`; undefined: there is none. */
  postalCodeUrl: string | undefined
  /** Private networks in which that service may be; undefined: the public internet alone. */
  postalCodeNetworks: CallbackNetworks | undefined
  /** The operator's table of the addresses of CEPs; undefined: there is none. */
  postalCodeFile: string | undefined
  /** For security.txt (RFC 9116): a URL of `mailto:`, `https:` or `tel:`. */
  securityContact: string | undefined
  /** SMTP server and sender of receipts; undefined: none are sent. */
  mail: { server: SmtpServer; from: Sender } | undefined
  /** The collector of spans; undefined: no traces are made. */
  traces: TraceSettings | undefined
  /** The environment itself: settings of processors' accounts name variables of it. */
  variables: Variables
  /** The name of every setting, and whether it was set, without its value. */
  settings: readonly { name: string; isSet: boolean }[]
}

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] }

const MASTER_KEY_BYTES = 32
const BLOCKED = 'browsers refuse this port; take another, such as 8443'
const port = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .refine((number) => !isBlockedPort(number), { message: BLOCKED })
    .default(fallback)
const origin = z
  .url({ protocol: /^https?$/ })
  .transform((url) => new URL(url))
  .refine((url) => url.pathname === '/' && url.search === '' && url.hash === '', {
    message: 'must be an origin, without a path',
  })
  .refine((url) => !isBlockedPort(Number(url.port)), { message: BLOCKED })
  .transform((url) => url.origin)
/** Passkeys are bound to a host name, and browsers allow them only at `localhost` or over TLS. */
const adminOrigin = origin.refine(isFitForPasskeys, {
  message:
    'must be https, or http at localhost or a name under it, with a port; a name, not an IP address',
})
/** 0: no limit. */
const limit = z.coerce.number().int().min(0)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const networks = (parse: (entries: readonly string[]) => unknown) =>
  z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .superRefine((entries, check) => {
      try {
        parse(entries)
      } catch (error) {
        check.addIssue(error instanceof RangeError ? error.message : 'is not a list of addresses')
      }
    })
const smtpUrl = z.string().refine((text) => parseSmtpUrl(text, { mustEncrypt: true }), {
  message: 'must be smtp://user:password@host:port or smtps://…',
})
// RFC 9116 does not allow plain http.
const securityContact = z
  .string()
  .transform((text) => (Email.safeParse(text).success ? `mailto:${text}` : text))
  .refine((text) => /^(mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s]+|tel:\+[\d-]+)$/.test(text), {
    message: 'must be an e-mail address, or a URL of mailto:, https: or tel:',
  })
const postalCodeUrl = z.string().refine(isPostalCodeUrl, {
  message:
    'must be a URL with {cep} in its path or query, such as https://cep.example.com/{cep}/json',
})
const databaseUrl = z.string().superRefine((text, check) => {
  const read = readDatabaseUrl(text)
  if (!read.ok) check.addIssue(read.problem)
})
const masterKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === MASTER_KEY_BYTES, {
    message: 'must be 32 bytes in Base64; make one with: openssl rand -base64 32',
  })
  .refine((bytes) => bytes.length !== MASTER_KEY_BYTES || !isNoRandomKey(bytes), {
    message: 'is not random; make one with: openssl rand -base64 32',
  })
const masterKeyList = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.array(masterKey))

const METRICS_TOKEN_LENGTH_MIN = 16
const METRICS_TOKEN_SHORT = `must have at least ${METRICS_TOKEN_LENGTH_MIN} characters; make one with: openssl rand -hex 24`
const checkoutApiKey = z.string().refine((text) => parseApiKey(text).ok, {
  message: 'is not an API key; make one with: npx --no checkout setup',
})

const Settings = z.object({
  CHECKOUT_ENVIRONMENT: EnvironmentName.default('sandbox'),
  LAYOUT: z.literal('production', 'must be production, or unset').optional(),
  API_URL: origin.optional(),
  CHECKOUT_URL: origin.optional(),
  STORE_URL: origin.optional(),
  FIELDS_URL: origin.optional(),
  ADMIN_URL: adminOrigin.optional(),
  API_PORT: port(4243),
  CHECKOUT_PORT: port(4242),
  STORE_PORT: port(4244),
  PRIVATE_PORT: port(4245),
  PRIVATE_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(METRICS_TOKEN_LENGTH_MIN, METRICS_TOKEN_SHORT).optional(),
  FIELDS_PORT: port(4246),
  ADMIN_PORT: port(4247),
  ADMIN_HOST: z.string().min(1).default('localhost'),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_TIMEOUT_MS: z.coerce.number().int().min(500).max(60_000).default(DATABASE_TIMEOUT_MS),
  MASTER_KEY: masterKey.optional(),
  MASTER_KEY_PREVIOUS: masterKeyList.default([]),
  DATABASE_WAIT_SECONDS: z.coerce.number().int().min(0).max(3600).default(60),
  CHECKOUT_API_KEY: checkoutApiKey.optional(),
  API_IN_PROCESS: flag.optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).optional(),
  PROCESSOR: z.string().min(1).optional(),
  PROCESSORS: z.string().min(1).optional(),
  PROCESSOR_WEBHOOK_PORT: port(4248),
  ALLOW_LOOPBACK_CALLBACKS: flag.optional(),
  ALLOW_LOOPBACK_IMAGES: flag.default(false),
  REQUESTS_PER_SECOND: z.coerce.number().int().min(1).optional(),
  CALLS_AT_ONCE: z.coerce.number().int().min(1).optional(),
  WRONG_KEYS_PER_MINUTE: z.coerce.number().int().min(1).default(WRONG_KEYS_PER_MINUTE),
  WORK_AT_ONCE: z.coerce.number().int().min(1).default(256),
  CARD_DECLINES_PER_SESSION: limit.optional(),
  CARD_DECLINES_PER_ADDRESS: limit.optional(),
  RETENTION_DAYS: z.coerce.number().int().min(0).max(36_500).default(90),
  CALLBACK_NETWORKS: networks((entries) => callbackNetworks(entries, [])).optional(),
  TRUSTED_PROXIES: networks(trustedProxies).default([]),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => parseSender(text) !== undefined, {
      message: 'must be an address, or a name with the address in <>',
    })
    .optional(),
  POSTAL_CODE_URL: postalCodeUrl.optional(),
  POSTAL_CODE_NETWORKS: networks((entries) => callbackNetworks(entries, [])).optional(),
  POSTAL_CODE_FILE: z.string().min(1).optional(),
  SECURITY_CONTACT: securityContact.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OTEL_SDK_DISABLED: TRACE_VALUES.isDisabled,
  OTEL_TRACES_EXPORTER: TRACE_VALUES.exporter,
  OTEL_EXPORTER_OTLP_ENDPOINT: TRACE_VALUES.collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: TRACE_VALUES.collector,
  OTEL_EXPORTER_OTLP_PROTOCOL: TRACE_VALUES.protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: TRACE_VALUES.protocol,
  OTEL_EXPORTER_OTLP_HEADERS: TRACE_VALUES.headers,
  OTEL_SERVICE_NAME: TRACE_VALUES.serviceName,
  OTEL_RESOURCE_ATTRIBUTES: TRACE_VALUES.resourceAttributes,
  OTEL_TRACES_SAMPLER: TRACE_VALUES.sampler,
  OTEL_TRACES_SAMPLER_ARG: TRACE_VALUES.samplerRatio,
})

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
/** No load balancer stands in front of a local sandbox: no drain delay. */
const DRAIN_SECONDS = { local: 0, production: 5 } as const
const REQUESTS_PER_SECOND = { sandbox: 25, production: 100 } as const
/** The sandbox has many long polls for notifications. */
const CALLS_AT_ONCE = { sandbox: 100, production: 20 } as const
/** The sandbox's test cards are meant to be declined. */
const CARD_DECLINES_PER_SESSION = { sandbox: 0, production: 5 } as const
const CARD_DECLINES_PER_ADDRESS = { sandbox: 0, production: 10 } as const

export const FIELDS_URL_REQUIRED =
  "FIELDS_URL: is required in production; an origin of the card's frame alone"

/** What a process does, which decides which variables it needs in production. */
export interface ConfigNeeds {
  /** It calls the API with a key: it needs neither the master key nor the processor. */
  onlyServesShoppers?: boolean
  /** It shows the card's frame: it needs FIELDS_URL. */
  showsFrame?: boolean
  /** It prepares the database: it needs no address and no processor, and may make the master key. */
  onlySetsUp?: boolean
}

/**
 * Validates the environment variables and lists every problem with its variable's name.
 */
export function readConfig(variables: Variables, needs: ConfigNeeds = {}): ConfigResult {
  // Compose files and shells express an unset variable as an empty one.
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(set)
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...(set['SMTP_URL'] !== undefined && set['MAIL_FROM'] === undefined
      ? ['MAIL_FROM: is required with SMTP_URL']
      : []),
    ...(!LOOPBACK.has(set['PRIVATE_HOST'] ?? '127.0.0.1') && set['METRICS_TOKEN'] === undefined
      ? ['METRICS_TOKEN: is required with PRIVATE_HOST; make one with: openssl rand -hex 24']
      : []),
    ...(set['PROCESSOR'] !== undefined && set['PROCESSORS'] !== undefined
      ? [
          'PROCESSORS: stands beside PROCESSOR; name the accounts in the file alone, and unset PROCESSOR',
        ]
      : []),
    ...layoutProblems(set, needs),
  ]
  if (!parsed.success || problems.length > 0) return { ok: false, problems }
  const config = configOf(parsed.data, variables, new Set(Object.keys(set)))
  const isCurrent = (key: Uint8Array) => Buffer.compare(key, config.masterKey ?? Buffer.of()) === 0
  if (config.previousMasterKeys.some(isCurrent))
    return { ok: false, problems: ['MASTER_KEY_PREVIOUS: holds MASTER_KEY itself'] }
  const keyOf = config.checkoutApiKey === undefined ? undefined : parseApiKey(config.checkoutApiKey)
  if (keyOf?.ok === true && keyOf.environment !== config.environment)
    return {
      ok: false,
      problems: [
        `CHECKOUT_API_KEY: is a key of the ${keyOf.environment}, and this is the ${config.environment}`,
      ],
    }
  if (config.fieldsUrl === config.checkoutUrl)
    return {
      ok: false,
      problems: [
        'FIELDS_URL: must be another origin than CHECKOUT_URL, so that the page cannot read a card',
      ],
    }
  if (
    set['ADMIN_URL'] !== undefined &&
    [config.apiUrl, config.checkoutUrl, config.fieldsUrl].includes(config.adminUrl)
  )
    return {
      ok: false,
      problems: [
        'ADMIN_URL: must be an origin of its own, which shoppers and merchants do not visit',
      ],
    }
  return { ok: true, config }
}

/** What is wrong in production's layout, which a sandbox has with LAYOUT. Production alone refuses the simulator. */
function layoutProblems(
  set: Record<string, string | undefined>,
  needs: ConfigNeeds,
): readonly string[] {
  if (set['CHECKOUT_ENVIRONMENT'] !== 'production')
    return set['LAYOUT'] === 'production' ? problemsInLayout(set, ['MASTER_KEY'], needs) : []
  return [
    ...(set['LAYOUT'] === undefined
      ? []
      : ['LAYOUT: is for a rehearsal in the sandbox; production has one layout: unset it']),
    ...problemsInLayout(
      set,
      set['PROCESSORS'] === undefined ? ['MASTER_KEY', 'PROCESSOR'] : ['MASTER_KEY'],
      needs,
    ),
    ...(set['PROCESSOR'] === 'simulated'
      ? ['PROCESSOR: the simulated processor is for the sandbox; name the module of a real one']
      : []),
  ]
}

/** `ofService`: variables that processes with API, worker or dashboard require. */
function problemsInLayout(
  set: Record<string, string | undefined>,
  ofService: readonly string[],
  { onlyServesShoppers = false, showsFrame = false, onlySetsUp = false }: ConfigNeeds,
): string[] {
  const problems: string[] = []
  const required = ['API_URL', 'CHECKOUT_URL', ...(onlyServesShoppers ? [] : ofService)]
  for (const name of onlySetsUp ? [] : required)
    if (set[name] === undefined) problems.push(`${name}: is required in production`)
  if (showsFrame && set['FIELDS_URL'] === undefined) problems.push(FIELDS_URL_REQUIRED)
  for (const name of ['API_URL', 'CHECKOUT_URL', 'FIELDS_URL', 'POSTAL_CODE_URL'])
    if (set[name]?.startsWith('http:') === true)
      problems.push(`${name}: must be https in production`)
  for (const name of ['ALLOW_LOOPBACK_CALLBACKS', 'ALLOW_LOOPBACK_IMAGES'])
    if (set[name] === 'true') problems.push(`${name}: is refused in production`)
  return [...problems, ...databaseProblems(set['DATABASE_URL'], onlyServesShoppers)]
}

function databaseProblems(url: string | undefined, onlyServesShoppers: boolean): string[] {
  if (url === undefined)
    return onlyServesShoppers
      ? []
      : ['DATABASE_URL: is required in production; the embedded PostgreSQL is for development']
  return isProtectedDatabase(url)
    ? []
    : [
        'DATABASE_URL: must be a socket, this machine, or verified TLS: add sslmode=verify-full, and sslrootcert with the file of its authority',
      ]
}

/** Ports at which the checkout and its database listen: no webhook endpoint of a private network has one. */
function ownPorts(read: z.output<typeof Settings>): number[] {
  const database = readDatabaseUrl(read.DATABASE_URL ?? '')
  const urls = database.ok ? database.urls : []
  return [
    read.API_PORT,
    read.CHECKOUT_PORT,
    read.STORE_PORT,
    read.PRIVATE_PORT,
    read.FIELDS_PORT,
    read.ADMIN_PORT,
    read.PROCESSOR_WEBHOOK_PORT,
    ...urls.map((url) => Number(hostOf(url).split(':').at(-1))),
  ]
}

function configOf(
  read: z.output<typeof Settings>,
  variables: Variables,
  set: ReadonlySet<string>,
): Config {
  const environment = read.CHECKOUT_ENVIRONMENT
  const layout = read.LAYOUT ?? layoutOf(environment)
  const isLocal = layout === 'local'
  return {
    environment,
    layout,
    apiUrl: read.API_URL ?? `http://localhost:${read.API_PORT}`,
    checkoutUrl: read.CHECKOUT_URL ?? `http://localhost:${read.CHECKOUT_PORT}`,
    storeUrl: read.STORE_URL ?? `http://localhost:${read.STORE_PORT}`,
    fieldsUrl: read.FIELDS_URL ?? (isLocal ? `http://localhost:${read.FIELDS_PORT}` : undefined),
    adminUrl: read.ADMIN_URL ?? `http://localhost:${read.ADMIN_PORT}`,
    apiPort: read.API_PORT,
    checkoutPort: read.CHECKOUT_PORT,
    storePort: read.STORE_PORT,
    privatePort: read.PRIVATE_PORT,
    privateHost: read.PRIVATE_HOST,
    metricsToken: read.METRICS_TOKEN,
    fieldsPort: read.FIELDS_PORT,
    adminPort: read.ADMIN_PORT,
    adminHost: read.ADMIN_HOST,
    host: read.HOST ?? (isLocal ? 'localhost' : '0.0.0.0'),
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databaseTimeoutMs: read.DATABASE_TIMEOUT_MS,
    databaseWaitMs: read.DATABASE_WAIT_SECONDS * 1000,
    masterKey: read.MASTER_KEY,
    previousMasterKeys: read.MASTER_KEY_PREVIOUS,
    checkoutApiKey: read.CHECKOUT_API_KEY,
    apiInProcess: read.API_IN_PROCESS ?? true,
    drainMs: (read.DRAIN_SECONDS ?? DRAIN_SECONDS[layout]) * 1000,
    processor: read.PROCESSOR ?? 'simulated',
    processorsFile: read.PROCESSORS,
    processorWebhookPort: read.PROCESSOR_WEBHOOK_PORT,
    allowLoopbackCallbacks: read.ALLOW_LOOPBACK_CALLBACKS ?? isLocal,
    callbackNetworks:
      read.CALLBACK_NETWORKS && callbackNetworks(read.CALLBACK_NETWORKS, ownPorts(read)),
    allowLoopbackImages: read.ALLOW_LOOPBACK_IMAGES,
    requestsPerSecond: read.REQUESTS_PER_SECOND ?? REQUESTS_PER_SECOND[environment],
    callsUnderWayMax: read.CALLS_AT_ONCE ?? CALLS_AT_ONCE[environment],
    wrongKeysPerMinute: read.WRONG_KEYS_PER_MINUTE,
    permitsMax: read.WORK_AT_ONCE,
    cardDeclinesPerSession:
      read.CARD_DECLINES_PER_SESSION ?? CARD_DECLINES_PER_SESSION[environment],
    cardDeclinesPerAddress:
      read.CARD_DECLINES_PER_ADDRESS ?? CARD_DECLINES_PER_ADDRESS[environment],
    retentionDays: read.RETENTION_DAYS,
    trustedProxies: trustedProxies(read.TRUSTED_PROXIES),
    hasTrustedProxies: read.TRUSTED_PROXIES.length > 0,
    logLevel: read.LOG_LEVEL,
    postalCodeUrl: read.POSTAL_CODE_URL,
    postalCodeNetworks:
      read.POSTAL_CODE_NETWORKS && callbackNetworks(read.POSTAL_CODE_NETWORKS, ownPorts(read)),
    postalCodeFile: read.POSTAL_CODE_FILE,
    securityContact: read.SECURITY_CONTACT,
    mail: mailOf(read, layout),
    traces: traceSettings(read, { environment, version: packageJson.version }),
    variables,
    settings: Object.keys(Settings.shape).map((name) => ({ name, isSet: set.has(name) })),
  }
}

function mailOf(
  { SMTP_URL = '', MAIL_FROM = '' }: z.output<typeof Settings>,
  layout: Layout,
): Config['mail'] {
  const server = parseSmtpUrl(SMTP_URL, { mustEncrypt: layout === 'production' })
  const from = parseSender(MAIL_FROM)
  return server && from && { server, from }
}

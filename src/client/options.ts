import { parseUrl } from '#contract/parse-url.ts'
import { EnvironmentName } from '#contract/environment.ts'
import { parseApiKey } from '#domain/api-key.ts'
import type { CallTarget } from './call.ts'
import { isLoopbackHost } from '#domain/loopback-host.ts'

const SANDBOX_BASE_URL = 'http://localhost:4243'
const TIMEOUT_MS = 20_000

/** Where the API is. `environment: 'sandbox'` alone means `http://localhost:4243`; any other API needs `baseUrl`. */
export interface CheckoutClientOptions {
  apiKey: string
  /** `homologation` and `staging` are aliases of `sandbox`. A key of the other environment is a `TypeError`. */
  environment?: 'sandbox' | 'production' | 'homologation' | 'staging' | undefined
  /** The API's base URL, as in `https://api.example`. */
  baseUrl?: string | undefined
  /** Timeout of one attempt of a call, in milliseconds. Default: 20 000. */
  timeoutMs?: number | undefined
}

/** Validates the options. Throws a `TypeError` that names the remedy and never contains the key. */
export function readOptions(options: CheckoutClientOptions): CallTarget {
  const environment = environmentOf(options.environment)
  checkApiKey(options.apiKey, environment)
  const baseUrl = options.baseUrl ?? (environment === 'sandbox' ? SANDBOX_BASE_URL : undefined)
  const { timeoutMs = TIMEOUT_MS } = options
  if (!Number.isFinite(timeoutMs) || timeoutMs <= 0) {
    throw new TypeError('`timeoutMs` must be a number of milliseconds above 0.')
  }
  if (baseUrl === undefined) {
    throw new TypeError('Give `baseUrl`: only the sandbox has a default address.')
  }
  const parsed = parseUrl(baseUrl)
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new TypeError('`baseUrl` must be an http or https address, as in https://api.example.')
  }
  // guard: live-key-over-https
  if (parsed.protocol === 'http:' && isLive(options.apiKey) && !isLoopback(parsed.hostname)) {
    throw new TypeError(
      '`baseUrl` must be https: a live key is sent over plain http to this machine only.',
    )
  }
  return {
    apiKey: options.apiKey,
    baseUrl: parsed.origin + parsed.pathname.replace(/(?<!\/)\/+$/, ''),
    timeoutMs,
  }
}

function environmentOf(name: string | undefined): 'sandbox' | 'production' | undefined {
  if (name === undefined) return undefined
  const read = EnvironmentName.safeParse(name)
  if (read.success) return read.data
  throw new TypeError('`environment` must be sandbox or production.')
}

const NEEDED = ['fetch', 'Request', 'Response', 'Headers', 'AbortSignal', 'crypto'] as const

/** Throws a `TypeError` that names what the platform lacks: Node before 20, or an environment of a test runner. */
export function refuseOldPlatform(given: { fetch?: unknown } | undefined): void {
  if (given === undefined) throw new TypeError('Give options: at least `apiKey` and `environment`.')
  const missing = NEEDED.filter(
    (name) => !(name in globalThis) && given[name as 'fetch'] === undefined,
  )
  if (missing.length === 0) return
  throw new TypeError(
    `This platform lacks ${missing.join(', ')}: the client needs Node 20 or newer, or its globals.`,
  )
}

function isLive(apiKey: string): boolean {
  const parsed = parseApiKey(apiKey)
  return parsed.ok && parsed.environment === 'production'
}

function isLoopback(hostname: string): boolean {
  return isLoopbackHost(hostname) || /^[a-z0-9-]+\.localhost$/.test(hostname)
}

function checkApiKey(
  apiKey: string | undefined,
  environment: 'sandbox' | 'production' | undefined,
): void {
  if (apiKey === undefined || apiKey === '') {
    const what = apiKey === '' ? 'empty' : 'undefined'
    throw new TypeError(
      `\`apiKey\` is not an API key, it is ${what}: is API_KEY set, and its file loaded?`,
    )
  }
  const parsed = parseApiKey(apiKey)
  if (!parsed.ok) {
    throw new TypeError(
      '`apiKey` is not an API key: it begins with hp_live_ or hp_test_ and is 57 characters long.',
    )
  }
  if (environment !== undefined && parsed.environment !== environment) {
    throw new TypeError(`\`apiKey\` is a key of ${parsed.environment}, not of ${environment}.`)
  }
}

/** Throws a `TypeError` in a browser: an API key in a page is public. */
export function refuseBrowser(globals: { document?: unknown } | undefined): void {
  if (globals?.document !== undefined) {
    throw new TypeError(
      'CheckoutClient does not run in a browser: an API key belongs in your backend only.',
    )
  }
}

import { parseUrl } from '../contract/parse-url.ts'
import { EnvironmentName } from '../contract/environment.ts'
import { parseApiKey } from '../domain/api-key.ts'
import type { CallTarget } from './call.ts'

const SANDBOX_BASE_URL = 'http://localhost:4243'
const TIMEOUT_MS = 20_000

/** Where the API is. `environment` alone reaches the sandbox on this machine; anywhere else needs its `baseUrl`. */
export interface CheckoutClientOptions {
  apiKey: string
  /** `homologation` and `staging` are other names of the sandbox. A key of the other environment is refused at once. */
  environment?: 'sandbox' | 'production' | 'homologation' | 'staging' | undefined
  /** The address of the API, as in `https://api.example`. */
  baseUrl?: string | undefined
  /** How long one try of a call may take. Default: 20 s. */
  timeoutMs?: number | undefined
}

/** Checks the options. Throws a `TypeError` that says what to change and never repeats the key. */
export function readOptions(options: CheckoutClientOptions): CallTarget {
  const environment =
    options.environment === undefined ? undefined : EnvironmentName.parse(options.environment)
  checkApiKey(options.apiKey, environment)
  const baseUrl = options.baseUrl ?? (environment === 'sandbox' ? SANDBOX_BASE_URL : undefined)
  if (baseUrl === undefined) {
    throw new TypeError('Give `baseUrl`: only the sandbox has a default address.')
  }
  const parsed = parseUrl(baseUrl)
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new TypeError('`baseUrl` must be an http or https address, as in https://api.example.')
  }
  return {
    apiKey: options.apiKey,
    baseUrl: parsed.origin + parsed.pathname.replace(/(?<!\/)\/+$/, ''),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  }
}

function checkApiKey(apiKey: string, environment: 'sandbox' | 'production' | undefined): void {
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

/** Throws in a page: an API key that a browser holds is everybody's. */
export function refuseBrowser(globals: { document?: unknown } | undefined): void {
  if (globals?.document !== undefined) {
    throw new TypeError(
      'CheckoutClient does not run in a browser: an API key belongs in your backend only.',
    )
  }
}

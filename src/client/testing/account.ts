import { z } from 'zod'
import { parseApiKey } from '#domain/api-key.ts'
import { misconfigured } from './failure.ts'

/** The sandbox and the merchant that a Playwright worker tests with. */
export interface Account {
  apiUrl: string
  apiKey: string
  /** Expected origin of the sessions' pages; not checked without it. */
  checkoutUrl?: string | undefined
  /** Secrets in force. Signatures are not verified when this is empty. */
  webhookSecrets: readonly string[]
  /** Whether other workers use the same merchant at the same time: then the clock cannot be moved. */
  isShared: boolean
}

interface WorkerInfo {
  parallelIndex: number
  workers: number
}

const LOCAL_API_URL = 'http://localhost:4243'
export const HOW_TO_GET_KEY =
  'Who runs the sandbox makes a merchant in its checkout of the project: `npx --no checkout merchants create --name QA --env` prints all that is needed.'

const Environment = z.object({
  API_URL: z.url({ protocol: /^https?$/ }).default(LOCAL_API_URL),
  CHECKOUT_URL: z.url({ protocol: /^https?$/ }).optional(),
  API_KEY: z.string().default(''),
  WEBHOOK_SECRET: z.string().default(''),
})

/**
 * Reads `API_URL`, `API_KEY`, `CHECKOUT_URL` and `WEBHOOK_SECRET`. `API_KEY` may hold several keys, separated by commas:
 * each worker takes its own. Throws without an API key, and for a malformed variable.
 */
export function readAccount(
  variables: Record<string, string | undefined>,
  { parallelIndex, workers }: WorkerInfo,
): Account {
  const set = Object.entries(variables).filter(([, value]) => value !== '')
  const parsed = Environment.safeParse(Object.fromEntries(set))
  if (!parsed.success) {
    const names = parsed.error.issues.map(({ path }) => path.join('.'))
    throw misconfigured(`${names.join(' and ')} must be an address, as in ${LOCAL_API_URL}.`)
  }
  const { API_URL, CHECKOUT_URL, API_KEY, WEBHOOK_SECRET } = parsed.data
  const keys = listOf(API_KEY)
  const apiKey = keys[parallelIndex % keys.length]
  if (apiKey === undefined)
    throw misconfigured(`API_KEY is not set: the tests need a merchant's key. ${HOW_TO_GET_KEY}`)
  const key = parseApiKey(apiKey)
  if (!key.ok)
    throw misconfigured(
      `API_KEY is no API key: one begins with hp_test_ and is 57 characters long. ${HOW_TO_GET_KEY}`,
    )
  if (key.environment === 'production')
    throw misconfigured(
      'API_KEY is a key of production, where money is real: set one of a sandbox, which begins with hp_test_.',
    )
  return {
    apiUrl: API_URL,
    checkoutUrl: CHECKOUT_URL,
    apiKey,
    webhookSecrets: listOf(WEBHOOK_SECRET),
    isShared: keys.length < workers,
  }
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

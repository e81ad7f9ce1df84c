import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '#contract/environment.ts'
import { BANK_WORDS } from '#words/tables/bank.ts'
import { DASHBOARD_WORDS } from '#words/tables/dashboard.ts'
import { PAGE_WORDS } from '#words/tables/page.ts'
import { SANDBOX_WORDS } from '#words/tables/sandbox.ts'

/**
 * Texts that only the sandbox has: its banners, test values, simulation, workshop and the dashboard's band. Renaming
 * one fails the sandbox's build.
 */
export const SANDBOX_MARKERS: readonly string[] = [
  ...Object.values(SANDBOX_WORDS).map(({ banner }) => banner),
  '4242 4242 4242 4242',
  'succeed_immediately',
  'pix_paid_late',
  '/simulate',
  'sandbox-workshop',
  'no real money',
]

const SENTENCE_LENGTH_MIN = 12
const OWN_TEXTS = textsOf([PAGE_WORDS, DASHBOARD_WORDS]).join('\n')

/** Sentences of the sandbox's panels and of its bank, in all languages, but for what page and dashboard say, too. */
export const SANDBOX_SENTENCES: readonly string[] = textsOf([SANDBOX_WORDS, BANK_WORDS]).filter(
  (text) => text.length >= SENTENCE_LENGTH_MIN && !OWN_TEXTS.includes(text),
)

function textsOf(words: object): string[] {
  return Object.values(words).flatMap((value: string | object) =>
    typeof value === 'string' ? [value] : textsOf(value),
  )
}

export interface CheckoutUrls {
  sandbox: string
  production: string
}

/**
 * Throws when a build contains anything of the other environment, or when the sandbox lacks one of its own markers:
 * with a stale marker, the search in production would pass vacuously.
 */
export async function checkSeparation(
  environment: Environment,
  directory: string,
  urls: CheckoutUrls,
): Promise<void> {
  const foreign =
    environment === 'production'
      ? [urls.sandbox, ...SANDBOX_MARKERS, ...SANDBOX_SENTENCES]
      : [urls.production]
  const missing = new Set(environment === 'sandbox' ? SANDBOX_MARKERS : [])

  for (const file of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || /\.(br|gz)$/.test(file.name)) continue
    const path = join(file.parentPath, file.name)
    const text = await readFile(path, 'utf8')
    const found = foreign.find((marker) => text.includes(marker))
    if (found !== undefined) {
      throw new Error(
        `the ${environment} build holds "${found}" of the other environment in ${path}`,
      )
    }
    for (const marker of missing) if (text.includes(marker)) missing.delete(marker)
  }
  if (missing.size > 0) {
    throw new Error(`the sandbox build lacks its own markers: ${[...missing].join(', ')}`)
  }
}

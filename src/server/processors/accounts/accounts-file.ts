import { z } from 'zod'

const missingOr = (problem: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'is missing' : problem),
})
const Text = z.string(missingOr('must be a text')).min(1, 'is empty')
const PORT_MAX = 65_535
const Port = z.int(missingOr('must be a port')).min(0).max(PORT_MAX)
const ACCOUNT_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,63}$/

/** The name of an account: its payments are stored under this name, and the path of its notifications has it. */
export const AccountName = z
  .string()
  .regex(
    ACCOUNT_NAME,
    'is no name of an account: use 1 to 32 small letters, digits, hyphens and underscores, a letter or digit first',
  )

/** The settings that every account may have; all others go to its module. */
export const AccountEntry = z.looseObject(
  {
    module: Text,
    /** Takes no new payments; those that it has made are still served. */
    retired: z.boolean('must be true or false').default(false),
    /** Authorities of the client certificates with which its notifications come, PEM. */
    webhookAuthorities: Text.optional(),
  },
  'must be an object: { "module": … }',
)
export type AccountEntry = z.output<typeof AccountEntry>

/** The account of a method. A method without an account is offered nowhere. */
export const AccountOfMethod = z.string('must be the name of one account').optional()

const NO_ORIGIN =
  'must be an origin: https://, a host and perhaps a port, without user, path or query, such as https://hooks.store.example'

function isHttpsOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.href === `${url.origin}/`
}

export const Webhooks = z.object({
  /** The public origin of the port for notifications, or of the proxy that verifies client certificates. */
  url: z
    .string(NO_ORIGIN)
    .refine(isHttpsOrigin, NO_ORIGIN)
    .transform((url) => new URL(url).origin)
    .optional(),
  certificate: Text.optional(),
  key: Text.optional(),
  keyPassphrase: Text.optional(),
  /** The header in which the proxies of `TRUSTED_PROXIES` pass on the client certificate that they have verified. */
  clientCertificateHeader: Text.regex(HEADER_NAME, 'must be the name of an HTTP header').optional(),
})
export type Webhooks = z.output<typeof Webhooks>

const Fake = z.object({ account: Text, apiPort: Port, pagePort: Port }).optional()

/** Fake banks and processors that the sandbox runs on these ports of this machine, each for an account. */
export const Fakes = z.object({ 'api-pix': Fake, adyen: Fake })
export type Fakes = z.output<typeof Fakes>

export const SECTIONS = ['accounts', 'methods', 'webhooks', 'fakes'] as const

import type { CallbackNetworks } from '#server/outgoing/callback-networks.ts'
import { checkOutgoingUrl, type OutgoingUrlRefusal } from '#server/outgoing/outgoing-url.ts'
import { isReturnUrlAllowed } from '#server/service/sessions/return-url.ts'
import type { Config } from './config.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'

const REFUSALS = {
  not_a_url: 'it is no absolute http or https URL.',
  https_required: 'in production it must be https.',
  user_info_not_allowed: 'it must carry no user name and no password.',
  address_not_public:
    'it must lead to a public address; callbacks may lead into CALLBACK_NETWORKS, too.',
} satisfies Record<OutgoingUrlRefusal, string>

/** Validates and normalises the URL of a webhook endpoint. Throws a `CommandFailure` for a refused URL. Prevents SSRF. */
export function allowedCallbackUrl(text: string, config: Config): string {
  return allowedOutgoingUrl('callback URL', text, config, config.callbackNetworks)
}

/** Validates and normalises a logo's URL. Throws a `CommandFailure` for a refused URL. Prevents SSRF. */
export function allowedLogoUrl(text: string | null, config: Config): string | null {
  return text === null ? null : allowedOutgoingUrl('logo URL', text, config)
}

function allowedOutgoingUrl(
  what: string,
  text: string,
  { layout, allowLoopbackCallbacks: allowLoopback }: Config,
  networks?: CallbackNetworks,
): string {
  const check = checkOutgoingUrl(text, { layout, allowLoopback, networks })
  if (check.ok) return check.url
  throw new CommandFailure(`The ${what} is refused: ${REFUSALS[check.reason]}`)
}

/** Validates return origins and removes duplicates. Throws a `CommandFailure` for an origin that is refused. */
export function allowedReturnOrigins(origins: readonly string[], { layout }: Config): string[] {
  const refused = origins.find((origin) => layout === 'production' && !isHttps(origin))
  if (refused !== undefined)
    throw new CommandFailure(
      `The return origin ${refused} is refused: in production it must be https.`,
    )
  return [...new Set(origins)]
}

function isHttps(origin: string): boolean {
  return origin.startsWith('https:')
}

/** Validates a merchant's default return URL; null without one. Throws a `CommandFailure` for a refused URL. */
export function allowedReturnUrl(
  text: string | undefined,
  returnOrigins: readonly string[],
  { layout }: Config,
): string | null {
  if (text === undefined) return null
  if (isReturnUrlAllowed(text, { layout, returnOrigins })) return text
  throw new CommandFailure(
    `The return URL ${text} is refused: its origin is none of those given with --return-origin.`,
  )
}

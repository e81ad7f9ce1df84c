import { readConfig } from '../../config.ts'
import { configuredFieldsUrl } from '../../compose/fields-url.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import type { MonitoredSite } from './expected-site.ts'

/** A placeholder for a variable that a monitor does not need. */
const NOT_NEEDED = { API_URL: 'https://api.invalid' }
const NAMES = [
  'CHECKOUT_ENVIRONMENT',
  'LAYOUT',
  'CHECKOUT_URL',
  'FIELDS_URL',
  'SECURITY_CONTACT',
  'CHECKOUT_PORT',
  'FIELDS_PORT',
] as const

/** Reads the site from the public variables of `serve` only. */
export function readMonitoredSite(variables: Record<string, string | undefined>): MonitoredSite {
  const seen = Object.fromEntries(NAMES.map((name) => [name, variables[name]]))
  // Needs no secret: the machine of a monitor holds none.
  const read = readConfig(
    { ...seen, ...NOT_NEEDED },
    { onlyServesShoppers: true, showsFrame: true },
  )
  if (!read.ok)
    throw new CommandFailure(
      ['The configuration is wrong:', ...read.problems.map((problem) => `  ${problem}`)].join('\n'),
      EXIT.configuration,
    )
  const { environment, checkoutUrl, securityContact } = read.config
  return { environment, checkoutUrl, fieldsUrl: configuredFieldsUrl(read.config), securityContact }
}

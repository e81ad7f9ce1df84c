import { z } from 'zod'
import { EnvironmentName } from '#contract/environment.ts'
import { readConfig } from '../../config.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import type { MonitoredSite } from './expected-site.ts'

/** A placeholder for a variable that a monitor does not need. */
const NOT_NEEDED = { API_URL: 'https://api.invalid' }
const NAMES = ['CHECKOUT_ENVIRONMENT', 'CHECKOUT_URL', 'FIELDS_URL', 'SECURITY_CONTACT'] as const

/** Reads the site from the public variables of `serve` only. */
export function readMonitoredSite(variables: Record<string, string | undefined>): MonitoredSite {
  const seen = Object.fromEntries(
    [...NAMES, 'CHECKOUT_PORT', 'FIELDS_PORT'].map((name) => [name, variables[name]]),
  )
  const isProduction = EnvironmentName.safeParse(seen['CHECKOUT_ENVIRONMENT']).data === 'production'
  // Needs no secret: the machine of a monitor holds none.
  const read = readConfig(
    { ...seen, ...(isProduction && NOT_NEEDED) },
    { onlyServesShoppers: true },
  )
  const problems = read.ok ? [] : read.problems
  if (isProduction && !z.url().safeParse(seen['FIELDS_URL']).success)
    problems.push('FIELDS_URL: is required in production')
  if (!read.ok || problems.length > 0 || read.config.fieldsUrl === undefined)
    throw new CommandFailure(
      ['The configuration is wrong:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
      EXIT.configuration,
    )
  const { environment, checkoutUrl, fieldsUrl, securityContact } = read.config
  return { environment, checkoutUrl, fieldsUrl, securityContact }
}

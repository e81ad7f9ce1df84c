import type { Config } from './config.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'

/** The parts of `checkout serve`, run in one process or in several. */
export const PARTS = ['api', 'bff', 'fields', 'worker', 'store', 'dashboard'] as const
export type Part = (typeof PARTS)[number]
export type Parts = ReadonlySet<Part>

const LOCAL_ONLY: readonly Part[] = ['store']

/** All parts; the demo store only in a local sandbox. */
export function defaultParts({ layout }: Pick<Config, 'layout'>): Parts {
  return new Set(PARTS.filter((part) => layout === 'local' || !LOCAL_ONLY.includes(part)))
}

/** Throws a `CommandFailure` for a part that production's layout does not have. */
export function refuseLocalParts({ layout }: Pick<Config, 'layout'>, parts: Parts): void {
  const refused = LOCAL_ONLY.filter((part) => layout === 'production' && parts.has(part))
  if (refused.length > 0)
    throw new CommandFailure(
      `--only: production has no ${refused.join(', ')}, which is for trying the checkout out; leave it out`,
      EXIT.configuration,
    )
}

/** Whether a process with these parts needs the database, the master key and the processor. */
export function needsService(parts: Parts): boolean {
  return parts.has('api') || parts.has('worker') || parts.has('dashboard')
}

/** Whether a process with these parts answers shoppers, with the page's API key. */
export function servesShoppers(parts: Parts): boolean {
  return parts.has('bff') || parts.has('fields')
}

/** Parses the value of `--only`: names separated by commas. */
export function parseParts(text: string): Parts {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !PARTS.some((part) => part === name))
  if (unknown.length > 0)
    throw new CommandFailure(
      `--only: there is no part "${unknown.join('", "')}"; the parts are ${PARTS.join(', ')}`,
      EXIT.usage,
    )
  return new Set(PARTS.filter((part) => names.includes(part)))
}

import { ProcessorNotLoaded, type SettingProblem } from './load-processor.ts'

/** The settings of an account whatever its module. */
const OF_EACH_ACCOUNT = ['module', 'retired', 'webhookAuthorities']

type Members = Readonly<Record<string, unknown>>

/**
 * Reports unknown settings, since a misspelled one would silently be ignored. `known` are the module's own; `inner` are those that
 * stand in one of them.
 */
export function unknownSettings(
  settings: Members,
  known: readonly string[],
  inner: Readonly<Record<string, readonly string[]>>,
): SettingProblem[] {
  const unknownIn = (given: Members, prefix: string, all: readonly string[], shown = all) =>
    Object.keys(given)
      .filter((name) => !all.includes(name))
      .map((name): SettingProblem => [prefix + name, `is unknown: known are ${shown.join(', ')}`])
  return [
    ...unknownIn(settings, '', known, [...OF_EACH_ACCOUNT, ...known]),
    ...Object.entries(inner).flatMap(([name, all]) =>
      unknownIn(membersOf(settings[name]), `${name}.`, all),
    ),
  ]
}

/** The members of a setting that is an object; none of any other. */
export function membersOf(setting: unknown): Members {
  return typeof setting === 'object' && setting !== null && !Array.isArray(setting)
    ? Object.fromEntries(Object.entries(setting))
    : {}
}

/** The error about an account's settings: every problem, and none of the values. */
export function settingsRefused(
  { account, module }: { account: string; module: string },
  problems: readonly SettingProblem[],
): ProcessorNotLoaded {
  const lines = problems.map(([setting, problem]) => `${setting} ${problem}`)
  const text = `the account "${account}" (${module}) has settings that cannot be used: ${lines.join('; ')}`
  return new ProcessorNotLoaded(text, { problems })
}

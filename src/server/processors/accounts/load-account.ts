import { dirname } from 'node:path'
import { z } from 'zod'
import {
  loadModule,
  ProcessorNotLoaded,
  type NamedModule,
  type ProcessorContext,
} from '../load-processor.ts'
import type { Processor } from '../processor.ts'
import { AccountEntry } from './accounts-file.ts'
import type { Problems } from './problems.ts'

interface BuiltIn {
  load: () => Promise<(context: ProcessorContext) => Processor>
  /** Whether it has `listMovements`. */
  listsMovements: boolean
}

/** Modules that come with the project. */
const BUILT_IN: Readonly<Record<string, BuiltIn>> = {
  'api-pix': {
    load: async () => (await import('../api-pix/api-pix.ts')).createProcessor,
    listsMovements: true,
  },
  adyen: {
    load: async () => (await import('../adyen/adyen.ts')).createAdyen,
    listsMovements: false,
  },
}

/** Whether a module certainly lists no movements. Known without loading it, of built-in modules alone. */
export function listsNoMovements(module: string): boolean {
  return BUILT_IN[module]?.listsMovements === false
}

/** The module of an account at the sandbox's simulator. */
export const SIMULATOR = 'simulator'

/** Makes the processor of an account, and reports what is wrong. Undefined then, and for the simulator's account. */
export async function loadAccount(
  name: string,
  entry: AccountEntry,
  { context, path, problems }: { context: AccountContext; path: string; problems: Problems },
): Promise<Processor | undefined> {
  const { module } = entry
  const settings = settingsOf(entry)
  const place = ['accounts', name]
  if (module === SIMULATOR) {
    if (context.environment === 'production')
      problems.report(
        [...place, 'module'],
        'is the simulator, which takes no real money: name a real module',
      )
    return undefined
  }
  const builtIn = BUILT_IN[module]
  // A module of the operator must not receive values that could not be resolved.
  if (builtIn === undefined && problems.has(place)) return undefined
  const named: NamedModule = { name: module, setting: 'the module', directory: dirname(path) }
  try {
    const own: ProcessorContext = { ...context, account: name, settings }
    return builtIn === undefined ? await loadModule(named, own) : (await builtIn.load())(own)
  } catch (error) {
    if (!(error instanceof ProcessorNotLoaded)) throw error
    const why = withoutValues(error.message, settings)
    for (const [setting, problem] of error.problems) problems.report([...place, setting], problem)
    if (error.problems.length === 0)
      problems.report(
        [...place, 'module'],
        `cannot be used: ${why} (built in: ${Object.keys(BUILT_IN).join(', ')}, and ${SIMULATOR} in the sandbox)`,
      )
    return undefined
  }
}

const DAYS = 'must be a whole number of days, 1 to 28'
const CaptureWithinDays = z.int(DAYS).min(1, DAYS).max(28, DAYS).optional()

/** For how many days the simulator's account can capture a held card; undefined for its default, and for other modules. */
export function captureWithinDaysOf(
  name: string,
  { module, captureWithinDays }: AccountEntry,
  problems: Problems,
): number | undefined {
  const place = ['accounts', name, 'captureWithinDays']
  return module === SIMULATOR
    ? problems.parse(place, CaptureWithinDays, captureWithinDays)
    : undefined
}

const VALUE_LENGTH_MIN = 4

/** Removes the values of settings from a message: an operator's module may quote them. */
function withoutValues(message: string, settings: Readonly<Record<string, unknown>>): string {
  return Object.values(settings)
    .filter((value) => typeof value === 'string' && value.length >= VALUE_LENGTH_MIN)
    .reduce<string>((text, value) => text.replaceAll(String(value), '…'), message)
}

type AccountContext = Omit<ProcessorContext, 'account' | 'settings'>

/** The settings that the module receives. */
function settingsOf(entry: AccountEntry): Record<string, unknown> {
  const common = Object.keys(AccountEntry.shape)
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !common.includes(name)))
}

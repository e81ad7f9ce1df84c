import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Environment } from '#contract/environment.ts'
import type { RandomBytes } from '#domain/id.ts'
import { isFrameOrigin } from './frame-origins.ts'
import type { Processor } from './processor.ts'

/** What a processor's module receives at start. */
export interface ProcessorContext {
  environment: Environment
  /** Milliseconds within which every call must answer or throw `ProcessorSilent`. */
  timeoutMs: number
  clock: () => Date
  /** URL to which the processor sends its notifications. */
  notificationUrl: string
  /** Whether notifications may come with a client certificate of the account's processor; absent: not known. */
  hasWebhookAuthorities?: boolean
  /** Environment variables, among them the processor's credentials. */
  variables: Readonly<Record<string, string | undefined>>
  /** The account's name in `PROCESSORS`, under which its payments are stored. */
  account: string
  /** The account's settings there, with the values and the contents of files that they name. */
  settings: Readonly<Record<string, unknown>>
  random: RandomBytes
  /** Used in place of the platform's `fetch`. The conformance kit passes one that loses answers. */
  fetch?: typeof globalThis.fetch
  /** Told of each field in an answer that the module's document does not have: its name, never its value. */
  onUnknownField?: (name: string) => void
}

/**
 * What a processor's module exports.
 *
 * @public
 */
export interface ProcessorModule {
  createProcessor(context: ProcessorContext): Promise<Processor> | Processor
}

/** The configured processor cannot be used; the message gives the operator the reason. */
export class ProcessorNotLoaded extends Error {
  override name = 'ProcessorNotLoaded'
  /** The problems by setting, when an account's settings are wrong. They contain none of the values. */
  readonly problems: readonly SettingProblem[]

  constructor(
    message: string,
    { problems = [], ...options }: ErrorOptions & { problems?: readonly SettingProblem[] } = {},
  ) {
    super(message, options)
    this.problems = problems
  }
}

export type SettingProblem = readonly [setting: string, problem: string]

/** Value of `PROCESSOR` for the sandbox's own processor. */
export const SIMULATED = 'simulated'

const MEMBERS = [
  'name',
  'cardEncryptionKey',
  'createPayment',
  'inquire',
  'cancelPayment',
  'createRefund',
  'inquireRefund',
  'readNotification',
] as const satisfies readonly (keyof Processor)[]

/**
 * Loads the processor that the setting `PROCESSOR` names: a module that exports `createProcessor(context)`. The name is a
 * path, absolute or beginning with a dot (relative to the working directory), or an installed package. Refuses
 * `simulated`, which the sandbox passes in itself. Throws `ProcessorNotLoaded`.
 */
export async function loadProcessor(name: string, context: ProcessorContext): Promise<Processor> {
  if (name === SIMULATED) throw new ProcessorNotLoaded(whyNotSimulated(context))
  return loadModule({ name, setting: 'PROCESSOR', directory: '.' }, context)
}

/** Where a module is named, and the directory that its path is relative to. */
export interface NamedModule {
  name: string
  /** For messages. */
  setting: string
  directory: string
}

/** Loads the processor of an operator's module. Throws `ProcessorNotLoaded`. */
export async function loadModule(
  named: NamedModule,
  context: ProcessorContext,
): Promise<Processor> {
  const module = await importModule(named)
  const processor: unknown = await createBy(module, named, context)
  const missing = MEMBERS.filter((member) => !has(processor, member))
  if (missing.length > 0) throw notLoaded(named, `lacks ${missing.join(', ')}`)
  const loaded = processor as Processor
  refuseInexactOrigins(named, loaded)
  return loaded
}

/** Calls the module. Its error becomes a configuration problem that is reported without a stack. */
async function createBy(
  module: ProcessorModule,
  named: NamedModule,
  context: ProcessorContext,
): Promise<unknown> {
  try {
    return await module.createProcessor(context)
  } catch (error) {
    if (error instanceof ProcessorNotLoaded) throw error
    throw notLoaded(named, `threw "${error instanceof Error ? error.message : 'no error'}"`, error)
  }
}

function notLoaded({ name, setting }: NamedModule, why: string, cause?: unknown) {
  return new ProcessorNotLoaded(`${setting} "${name}" ${why}`, { cause })
}

function refuseInexactOrigins(named: NamedModule, { challengeFrameOrigins = [] }: Processor): void {
  const refused = challengeFrameOrigins.filter((origin) => !isFrameOrigin(origin))
  if (refused.length === 0) return
  throw notLoaded(
    named,
    `lists challengeFrameOrigins that are no exact origins at https: ${refused.join(', ')}`,
  )
}

function has(value: unknown, member: string): boolean {
  return typeof value === 'object' && value !== null && member in value
}

function whyNotSimulated({ environment }: ProcessorContext): string {
  return environment === 'production'
    ? 'PROCESSOR is "simulated", which takes no real money: production needs the module of a real processor'
    : 'PROCESSOR is "simulated", but no simulator is running'
}

/** "ERR_MODULE_NOT_FOUND", or "SyntaxError". */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error'
  return 'code' in error ? String(error.code) : error.name
}

async function importModule(named: NamedModule): Promise<ProcessorModule> {
  const { name, directory } = named
  const isPath = name.startsWith('.') || isAbsolute(name)
  const specifier = isPath ? pathToFileURL(resolve(directory, name)).href : name
  const module: unknown = await import(/* @vite-ignore */ specifier).catch((cause: unknown) => {
    throw notLoaded(named, `could not be imported (${codeOf(cause)})`, cause)
  })
  if (!has(module, 'createProcessor')) throw notLoaded(named, 'exports no function createProcessor')
  return module as ProcessorModule
}

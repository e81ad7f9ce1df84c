import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Environment } from '../../contract/environment.ts'
import type { Processor } from './processor.ts'

/** What a processor is given at start. */
export interface ProcessorContext {
  environment: Environment
  /** Every call of the processor must have answered or thrown `ProcessorSilent` by then. */
  timeoutMs: number
  clock: () => Date
  /** Where the processor sends its notifications. */
  notificationUrl: string
  /** The process's environment variables, among them the credentials that the processor documents. */
  variables: Readonly<Record<string, string | undefined>>
}

/**
 * What a processor's module exports.
 *
 * @public
 */
export interface ProcessorModule {
  createProcessor(context: ProcessorContext): Promise<Processor> | Processor
}

/** The configured processor cannot be used; the message tells the operator why. */
export class ProcessorNotLoaded extends Error {
  override name = 'ProcessorNotLoaded'
}

/** The name of the sandbox's own processor. */
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
 * The processor that the setting `PROCESSOR` names, but for `simulated`: that one is the sandbox's own, which passes it in,
 * and is refused here. Anything else is a module that exports `createProcessor(context)`: a path that is absolute or begins with a dot (from the
 * working directory), or the name of an installed package. It answers with a `Processor` (processor.ts) of its own, which is how
 * an operator connects a real one. Throws `ProcessorNotLoaded` when there is no usable processor of that name.
 */
export async function loadProcessor(name: string, context: ProcessorContext): Promise<Processor> {
  if (name === SIMULATED) throw new ProcessorNotLoaded(whyNotSimulated(context))
  const module = await importModule(name)
  const processor: unknown = await module.createProcessor(context)
  const missing = MEMBERS.filter((member) => !has(processor, member))
  if (missing.length > 0) {
    throw new ProcessorNotLoaded(`PROCESSOR "${name}" lacks ${missing.join(', ')}`)
  }
  return processor as Processor
}

function has(value: unknown, member: string): boolean {
  return typeof value === 'object' && value !== null && member in value
}

function whyNotSimulated({ environment }: ProcessorContext): string {
  return environment === 'production'
    ? 'PROCESSOR is "simulated", which takes no real money: production needs the module of a real processor'
    : 'PROCESSOR is "simulated", but no simulator is running'
}

async function importModule(name: string): Promise<ProcessorModule> {
  const isPath = name.startsWith('.') || isAbsolute(name)
  const specifier = isPath ? pathToFileURL(resolve(name)).href : name
  const module: unknown = await import(/* @vite-ignore */ specifier).catch((cause: unknown) => {
    throw new ProcessorNotLoaded(`PROCESSOR "${name}" could not be imported`, { cause })
  })
  if (!has(module, 'createProcessor')) {
    throw new ProcessorNotLoaded(`PROCESSOR "${name}" exports no function createProcessor`)
  }
  return module as ProcessorModule
}

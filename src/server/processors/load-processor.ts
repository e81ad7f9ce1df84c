import { isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Environment } from '../../contract/environment.ts'
import type { Processor } from './processor.ts'

/** What a processor's module receives at start. */
export interface ProcessorContext {
  environment: Environment
  /** Milliseconds within which every call must answer or throw `ProcessorSilent`. */
  timeoutMs: number
  clock: () => Date
  /** URL to which the processor sends its notifications. */
  notificationUrl: string
  /** Environment variables, among them the processor's credentials. */
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

/** The configured processor cannot be used; the message gives the operator the reason. */
export class ProcessorNotLoaded extends Error {
  override name = 'ProcessorNotLoaded'
}

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

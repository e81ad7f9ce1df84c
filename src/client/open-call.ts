import type { Fetch } from '#contract/fetch.ts'
import {
  type Call,
  type CallTarget,
  createCall,
  type OperationTable,
  type Runtime,
} from './call.ts'
import {
  type CheckoutClientOptions,
  readOptions,
  refuseBrowser,
  refuseOldPlatform,
} from './options.ts'

const PLATFORM: Omit<Runtime, 'fetch'> = {
  sleep: (delayMs) => new Promise((resolve) => void setTimeout(resolve, delayMs)),
  random: Math.random,
  newIdempotencyKey: () => crypto.randomUUID(),
}

/**
 * What a client of these operations calls with. Throws a `TypeError` for invalid options, and in a browser.
 * @internal
 */
export function openCall<Operations extends OperationTable<Operations>>(
  operations: Operations,
  given: CheckoutClientOptions & { fetch?: Fetch | undefined },
  changes: Partial<Omit<Runtime, 'fetch'>>,
): { call: Call<Operations>; target: CallTarget } & Omit<Runtime, 'fetch'> {
  refuseBrowser(globalThis.window)
  refuseOldPlatform(given)
  const { fetch, ...options } = given
  const runtime = { ...PLATFORM, ...changes }
  const target = readOptions(options)
  const call = createCall(operations, target, { fetch: fetch ?? globalThis.fetch, ...runtime })
  return { call, target, ...runtime }
}

import type { Command } from 'commander'
import type { Host } from './host.ts'

type AddTool = (program: Command, host: Host) => void

/** The merchants' commands, in the order of the help, loaded on demand. */
export const TOOLS: Record<string, () => Promise<AddTool>> = {
  simulate: async () => (await import('./simulate.ts')).addSimulate,
  clock: async () => (await import('./clock.ts')).addClock,
  listen: async () => (await import('./listen/listen.ts')).addListen,
  verify: async () => (await import('./verify/verify.ts')).addVerify,
  chaos: async () => (await import('./chaos/chaos.ts')).addChaos,
  homologate: async () => (await import('./homologate/homologate.ts')).addHomologate,
}

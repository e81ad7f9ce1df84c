import type { OperatorAccess } from '#client/tools/host.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'

/** Operator access for the merchants' tools. Imports on demand: each import loads the server's code. */
export const OPERATOR_ACCESS: OperatorAccess = {
  asMerchant: async (command, merchant, work) => {
    const { asMerchant } = await import('../merchant-client.ts')
    const { actorOf } = await import('../actor.ts')
    return asMerchant(terminalOf(command), { merchant, actor: actorOf(command) }, work)
  },
  readSecrets: async (...given) => (await import('./secrets.ts')).readSecrets(...given),
  readSent: async (...given) => (await import('./secrets.ts')).readSent(...given),
  simulate: async (...given) => (await import('./simulate.ts')).simulate(...given),
  changeClock: async (...given) => (await import('./clock.ts')).changeClockOf(...given),
  openRehearsal: async (...given) => (await import('./rehearsal.ts')).openRehearsal(...given),
}

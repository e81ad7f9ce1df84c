import type { Command } from 'commander'
import type { SimulateSession } from '#contract/sandbox-simulate.ts'
import type { Session } from '#contract/session.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { terminalOf } from '#client/tools/command-line/terminal-of.ts'
import { findSession } from '#server/service/sessions/find-session.ts'
import { presentSession } from '#server/service/sessions/present-session.ts'
import { findReference } from '#server/service/keys/reference.ts'
import { inTimeOfSession } from '#server/service/merchant-time.ts'
import { asOperator, type Operator } from '../as-operator.ts'
import { openService } from '../compose/open-service.ts'
import { loadConfig } from '../load-config.ts'
import { requireSandbox } from '../require-sandbox.ts'

/** Applies an outcome to a session of any merchant of the sandbox. */
export function simulate(
  command: Command,
  sessionId: string,
  simulated: SimulateSession,
): Promise<Session> {
  if (loadConfig(terminalOf(command)).environment === 'production')
    throw new CommandFailure('This is production. Only in the sandbox can outcomes be decided.')
  return asOperator(command, (operator) => simulateOf(operator, sessionId, simulated))
}

async function simulateOf(
  { config, opened, log }: Operator,
  sessionId: string,
  simulated: SimulateSession,
): Promise<Session> {
  const sandbox = await requireSandbox()
  const service = await openService(config, opened, { log, servesApi: false, sandbox })
  try {
    const context = await inTimeOfSession(service.context, sessionId)
    const reference = await findReference(context, sessionId)
    const refusal = await sandbox.simulate(context, { id: sessionId, reference }, simulated)
    if (refusal !== undefined)
      throw new CommandFailure(`${refusal.code}: ${refusal.detail} ${reasonsOf(refusal)}`.trim())
    const session = await findSession(context, reference)
    if (session === undefined) throw new Error('the session is gone')
    return presentSession(context, session, reference)
  } finally {
    await service.close()
  }
}

function reasonsOf({ fields = [] }: { fields?: { path: string; message: string }[] }): string {
  return fields.map(({ path, message }) => `(${path}: ${message})`).join(' ')
}

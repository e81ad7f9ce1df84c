import type { SandboxOperationId } from '#contract/sandbox-operations.ts'
import type { Handler } from '#server/api/handler.ts'
import { readClock } from './clock/read-clock.ts'
import { setClock } from './clock/set-clock.ts'
import { listNotifications } from './notifications/list-notifications.ts'
import type { SandboxHandler, SandboxParts } from './sandbox-context.ts'
import { simulateCheckout } from './simulate/simulate-checkout.ts'
import { simulateSession } from './simulate/simulate-session.ts'

export type SandboxHandlers = { [Id in SandboxOperationId]: Handler<Id> }

/** The handlers of the operations that only the sandbox has. */
export function createSandboxHandlers(sandbox: SandboxParts): SandboxHandlers {
  const inSandbox =
    <Id extends SandboxOperationId>(handler: SandboxHandler<Id>): Handler<Id> =>
    (context, call) =>
      handler({ ...context, sandbox }, call)
  return {
    readClock: inSandbox(readClock),
    setClock: inSandbox(setClock),
    listNotifications: inSandbox(listNotifications),
    simulateSession,
    simulateCheckout,
  }
}

import { CommandFailure, EXIT } from '../client/tools/command-line/exit.ts'
import { loadSandbox, type Sandbox } from './load-sandbox.ts'

/** The sandbox, for what cannot be done without it. */
export async function requireSandbox(load = loadSandbox): Promise<Sandbox> {
  const sandbox = await load()
  if (sandbox !== undefined) return sandbox
  throw new CommandFailure(
    'CHECKOUT_ENVIRONMENT is sandbox, and this copy of the project has no sandbox: the folder src/sandbox is missing. ' +
      'Restore it, or set CHECKOUT_ENVIRONMENT=production.',
    EXIT.configuration,
  )
}

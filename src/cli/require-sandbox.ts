import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { loadSandbox, type Sandbox } from './load-sandbox.ts'

/** Loads the sandbox. Throws a `CommandFailure` in a copy of the project without it. */
export async function requireSandbox(load = loadSandbox): Promise<Sandbox> {
  const sandbox = await load()
  if (sandbox !== undefined) return sandbox
  throw new CommandFailure(
    'CHECKOUT_ENVIRONMENT is sandbox, and this copy of the project has no sandbox: the folder src/sandbox is missing. ' +
      'Restore it, or set CHECKOUT_ENVIRONMENT=production.',
    EXIT.configuration,
  )
}

import { styleText } from 'node:util'
import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { addChaos } from './commands/chaos/chaos.ts'
import { addAudit } from './commands/audit/audit.ts'
import { addBackup } from './commands/backup/backup.ts'
import { addClock } from './commands/clock.ts'
import { addCallback } from './commands/callback/callback.ts'
import { addDatabase } from './commands/database/database.ts'
import { addDeliveries } from './commands/deliveries/deliveries.ts'
import { addHomologate } from './commands/homologate/homologate.ts'
import { addKeys } from './commands/keys/keys.ts'
import { addMasterKey } from './commands/master-key/master-key.ts'
import { addMerchants } from './commands/merchants/merchants.ts'
import { addListen } from './commands/listen/listen.ts'
import { addMigrate } from './commands/migrate.ts'
import { addMonitor } from './commands/monitor/monitor.ts'
import { addReconcile } from './commands/reconcile.ts'
import { addServe } from './commands/serve.ts'
import { addSimulate } from './commands/simulate/simulate.ts'
import { addVerify } from './commands/verify/verify.ts'
import { examples } from './examples.ts'

/** The command line `checkout`; the API contract, section 12, is its specification. */
export function createProgram(): Command {
  const program = new Command('checkout')
    .description("A self-hosted checkout: its server, and its operator's commands.")
    .version(packageJson.version)
    .option('--json', 'answer with one JSON document on standard output')
    .exitOverride()
    // What was written behind an unknown option may be a secret.
    .configureOutput({
      outputError: (text, write) => write(text.replaceAll(/(?<![\w-])(--[\w-]+)=[^\s']*/g, '$1')),
    })
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => styleText('bold', title, { validateStream: false }),
    })
    .showHelpAfterError('(add --help to see how it is used)')
    .addHelpText(
      'after',
      examples(
        'serve',
        'merchants create --name "Loja" --callback-url http://localhost:3000/webhooks',
        'keys issue --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
        'keys --help',
      ),
    )
  addServe(program)
  addMigrate(program)
  addMerchants(program)
  addKeys(program)
  addCallback(program)
  addDeliveries(program)
  addReconcile(program)
  addAudit(program)
  addMasterKey(program)
  addDatabase(program)
  addBackup(program)
  addMonitor(program)
  addSimulate(program)
  addClock(program)
  addListen(program)
  addVerify(program)
  addChaos(program)
  addHomologate(program)
  return program
}

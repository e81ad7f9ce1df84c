import type { Command } from 'commander'
import packageJson from '#package.json' with { type: 'json' }
import { addAsked, newProgram } from '#client/tools/command-line/new-program.ts'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import type { Host } from '#client/tools/host.ts'
import { TOOLS } from '#client/tools/tools.ts'
import { examples } from './examples.ts'
import type { Sandbox } from './load-sandbox.ts'
import { OPERATOR_ACCESS } from './sandbox/operator-access.ts'

/** Dependencies that tests and the sandbox inject. */
export interface Given {
  /** Default: the sandbox of this copy of the project, if there is one. */
  sandbox?: Sandbox
}

type AddCommand = (program: Command, host: Host & Given) => void

/** Commands in the order of the help. Each is loaded on demand: loading all takes as long as running most of them. */
const COMMANDS: Record<string, () => Promise<AddCommand>> = {
  serve: async () => (await import('./operator/serve.ts')).addServe,
  setup: async () => (await import('./operator/setup.ts')).addSetup,
  migrate: async () => (await import('./operator/migrate.ts')).addMigrate,
  merchants: async () => (await import('./operator/merchants/merchants.ts')).addMerchants,
  explain: async () => (await import('./operator/explain.ts')).addExplain,
  keys: async () => (await import('./operator/keys/keys.ts')).addKeys,
  callback: async () => (await import('./operator/callback/callback.ts')).addCallback,
  deliveries: async () => (await import('./operator/deliveries/deliveries.ts')).addDeliveries,
  sessions: async () => (await import('./operator/sessions/sessions.ts')).addSessions,
  find: async () => (await import('./operator/find/find.ts')).addFind,
  export: async () => (await import('./operator/export/export.ts')).addExport,
  payments: async () => (await import('./operator/payments/payments.ts')).addPayments,
  disputes: async () => (await import('./operator/disputes/disputes.ts')).addDisputes,
  refunds: async () => (await import('./operator/refunds/refunds.ts')).addRefunds,
  processors: async () => (await import('./operator/processors/processors.ts')).addProcessors,
  reconcile: async () => (await import('./operator/reconcile.ts')).addReconcile,
  audit: async () => (await import('./operator/audit/audit.ts')).addAudit,
  users: async () => (await import('./operator/users/users.ts')).addUsers,
  dashboard: async () => (await import('./operator/dashboard.ts')).addDashboard,
  'master-key': async () => (await import('./operator/master-key/master-key.ts')).addMasterKey,
  database: async () => (await import('./operator/database/database.ts')).addDatabase,
  backup: async () => (await import('./operator/backup/backup.ts')).addBackup,
  forget: async () => (await import('./operator/forget/forget.ts')).addForget,
  monitor: async () => (await import('./operator/monitor/monitor.ts')).addMonitor,
}

/**
 * Creates the command line `checkout`, specified in section 12 of the API contract. It has only the command that `words`
 * name, or all commands for the help.
 */
export async function createProgram(
  words: readonly string[],
  terminal: Terminal,
  given: Given = {},
): Promise<Command> {
  const host: Host = {
    name: 'checkout',
    version: packageJson.version,
    operator: OPERATOR_ACCESS,
  }
  const program = newProgram(host.name, host.version, terminal)
    .description("A self-hosted checkout: its server, and its operator's commands.")
    .addHelpText(
      'after',
      examples(
        'serve',
        'merchants create --name "Loja" --callback-url http://localhost:3000/webhooks',
        'keys issue --merchant 8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e',
        'keys --help',
      ),
    )
  await addAsked<AddCommand>(words, { ...COMMANDS, ...TOOLS }, (add) =>
    add(program, { ...host, ...given }),
  )
  return program
}

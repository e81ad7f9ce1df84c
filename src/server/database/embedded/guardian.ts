// Watchdog process between the application and PostgreSQL. Its standard input is a pipe, which the operating
// system closes even when the application crashes; then the guardian stops PostgreSQL.
import { spawn } from 'node:child_process'

import type { ProcessOptions } from './home.ts'

export interface GuardianOrder {
  command: string
  args: string[]
  options: ProcessOptions
}

const FAST_STOP_TIMEOUT_MS = 60_000

const order = JSON.parse(process.argv[3] ?? '') as GuardianOrder
const postgres = spawn(order.command, order.args, {
  ...order.options,
  stdio: ['ignore', 'inherit', 'inherit'],
})

postgres.once('exit', (code) => process.exit(code ?? 1))
postgres.once('error', (error) => {
  process.stderr.write(`${order.command}: ${error.message}\n`)
  process.exit(1)
})

// A service manager may signal every process of the service, but PostgreSQL must outlive the application's
// graceful shutdown.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

process.stdin.resume().once('close', () => {
  postgres.kill('SIGINT')
  setTimeout(() => postgres.kill('SIGQUIT'), FAST_STOP_TIMEOUT_MS)
})

// A program of its own, between the application and PostgreSQL. Its standard input is a pipe that the
// operating system closes when the application ends, however it ends; then the guardian stops PostgreSQL.
import { spawn } from 'node:child_process'

import type { GuardianOrder } from './guardian-order.ts'

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

// A supervisor that signals every process of the service must not end PostgreSQL under an application
// that is still draining.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

process.stdin.resume().once('close', () => {
  postgres.kill('SIGINT')
  setTimeout(() => postgres.kill('SIGQUIT'), FAST_STOP_TIMEOUT_MS)
})

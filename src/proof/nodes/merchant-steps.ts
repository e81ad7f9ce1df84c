import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { PROGRAMS } from './merchant-program.ts'
import { run } from './run.ts'

export interface Merchant {
  project: string
  /** Path of the Node under test. */
  node: string
  variables: Record<string, string>
}

interface Step {
  name: string
  /** Throws when the step fails. */
  take: (merchant: Merchant) => Promise<void>
}

const SESSION_FILE = 'session-id'
const LISTENS_WITHIN_MS = 20_000

export const STEPS: readonly Step[] = [
  ...Object.entries(PROGRAMS).map(([name, code]): Step => ({
    name,
    async take(merchant) {
      const { project, node, variables } = merchant
      writeNotification(merchant)
      writeFileSync(join(project, name), code)
      const { exitCode, stdout, stderr } = await run(node, [name], {
        cwd: project,
        env: variables,
      })
      if (exitCode !== 0) throw new Error(stderr)
      writeFileSync(join(project, SESSION_FILE), stdout.trim())
    },
  })),
  ...['--help', '--version', 'homologate --help', 'homologate --schema', 'clock --json'].map(
    (line): Step => ({ name: line, take: (merchant) => command(merchant, line, 0).then(() => {}) }),
  ),
  {
    name: 'simulate',
    async take(merchant) {
      const answer = await command(merchant, `simulate ${sessionOf(merchant)} pay --json`, 0)
      const { paymentStatus } = JSON.parse(answer) as { paymentStatus: string }
      if (paymentStatus !== 'paid') throw new Error(`it is ${paymentStatus}`)
    },
  },
  { name: 'listen', take: listen },
  {
    name: 'verify',
    async take(merchant) {
      const { headers, body, now } = writeNotification(merchant)
      const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
      writeFileSync(join(merchant.project, 'request.txt'), [...head, '', body].join('\n'))
      await command(merchant, `verify --request request.txt --now ${now}`, 0)
    },
  },
  {
    name: 'chaos',
    async take(merchant) {
      const output = await command(merchant, 'chaos --to http://127.0.0.1:9/', 1)
      if (!output.includes('nothing listens there')) throw new Error(output)
    },
  },
]

function sessionOf({ project }: Merchant): string {
  return readFileSync(join(project, SESSION_FILE), 'utf8')
}

/** Runs `hosted-checkout`; returns its output. */
async function command(merchant: Merchant, line: string, expected: number): Promise<string> {
  const { project, node, variables } = merchant
  const { exitCode, stdout, stderr } = await run(node, [commandOf(project), ...line.split(' ')], {
    cwd: project,
    env: variables,
  })
  if (exitCode !== expected) throw new Error(`ended with ${exitCode}: ${stderr}`)
  return stdout + stderr
}

function commandOf(project: string): string {
  return join(project, 'node_modules/.bin/hosted-checkout')
}

/** Listens until the session's payment is reported, and stops with Ctrl-C. */
async function listen(merchant: Merchant): Promise<void> {
  const { project, node, variables } = merchant
  const args = [commandOf(project), 'listen', '--session', sessionOf(merchant), '--json']
  const child = spawn(node, args, {
    cwd: project,
    env: variables,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  let output = ''
  const isReported = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('"payment.succeeded"')) resolve()
    })
  })
  const late = setTimeout(() => child.kill('SIGKILL'), LISTENS_WITHIN_MS)
  await Promise.race([isReported, ended])
  child.kill('SIGINT')
  const [exitCode] = (await ended) as [number | null]
  clearTimeout(late)
  if (exitCode !== 0 || !output.includes('"summary"')) throw new Error(`ended with ${exitCode}`)
}

/** Writes a notification, signed by the standard's reference implementation. */
function writeNotification({ project, variables }: Merchant) {
  const now = new Date()
  const id = 'evt_0350qmKLMuJ9K1lrKhvHIu'
  const timestamp = now.toISOString()
  const ping = { id, type: 'ping', timestamp, environment: 'sandbox', sequence: 0, data: {} }
  const body = JSON.stringify(ping)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(variables['WEBHOOK_SECRET'] ?? '').sign(id, now, body),
  }
  const notification = { headers, body, now: timestamp }
  writeFileSync(join(project, 'notification.json'), JSON.stringify(notification))
  return notification
}

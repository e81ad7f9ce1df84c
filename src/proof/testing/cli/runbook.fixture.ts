import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect } from 'vitest'
import type { Environment } from '#contract/environment.ts'
import {
  openCommandLine,
  PRODUCTION,
  runCheckout,
  words,
  type Outcome,
  type Variables,
} from './command-line.fixture.ts'
import { freePorts, type RunningCommand } from './server-process.fixture.ts'
import { startServer } from './server.fixture.ts'

const OPERATOR = 'npx --no checkout '
export const RUNBOOKS = join(import.meta.dirname, '../../../../docs/runbooks')

/** A runbook executed command by command, against its own server and database. */
export interface Runbook {
  /** Values of the `<…>` placeholders. */
  fill: Record<string, string>
  /** Environment of commands and servers from now on. */
  variables: Variables
  /** Runs the runbook's next command, which must be this one, and expects success. */
  follow: (command: string) => Promise<string>
  /** Commands not run yet. */
  rest: () => string[]
  /** Runs a command of the test's own, with `--json`. */
  json: <T>(line: string) => Promise<T>
  run: (line: string) => Promise<Outcome>
  /** Restarts the server with these parts; default: API and worker. */
  start: (parts?: string) => Promise<void>
  stop: () => Promise<void>
  call: (path: string, apiKey: string, body?: object) => Promise<Response>
  sql: <Row>(text: string) => Promise<Row[]>
  close: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Commands in a text: every line of its shell blocks. */
export function readCommands(text: string): string[] {
  return [...text.matchAll(/^```(?:sh|bash|shell|console)\n(.*?)^```$/gms)].flatMap(([, block]) =>
    (block ?? '').split('\n').filter((line) => line !== ''),
  )
}

/** Throws for a placeholder without a value. */
export function fillIn(command: string, fill: Record<string, string>): string {
  return command.replaceAll(/<(\w+)>/g, (_, name: string) => {
    const filling = fill[name]
    if (filling === undefined) throw new Error(`no value for <${name}> in: ${command}`)
    return filling
  })
}

/** In production a processor of the tests takes the simulator's place. */
const ENVIRONMENT: Readonly<Record<Environment, Variables>> = {
  sandbox: {},
  production: {
    ...PRODUCTION,
    FIELDS_URL: 'https://fields.pay.example',
    PROCESSOR: join(import.meta.dirname, 'strict-processor.fixture.ts'),
    HOST: 'localhost',
    DRAIN_SECONDS: '0',
  },
}

export async function openRunbook(
  name: string,
  environment: Environment = 'sandbox',
): Promise<Runbook> {
  const rest = readCommands(readFileSync(join(RUNBOOKS, `${name}.md`), 'utf8'))
  const [commandLine, ports] = await Promise.all([
    openCommandLine(ENVIRONMENT[environment]),
    freePorts('API_PORT', 'PRIVATE_PORT', 'CHECKOUT_PORT', 'FIELDS_PORT', 'ADMIN_PORT'),
  ])
  const apiUrl = `http://localhost:${ports.API_PORT}`
  const variables: Variables = { ...commandLine.variables, ...ports }
  const fill: Runbook['fill'] = { API_URL: apiUrl, PRIVATE_PORT: ports.PRIVATE_PORT }
  let server: RunningCommand | undefined

  const run: Runbook['run'] = (line) => runCheckout(line, variables)
  async function sql<Row>(text: string): Promise<Row[]> {
    const client = new Client(variables['DATABASE_URL'])
    await client.connect()
    try {
      return (await client.query(text)).rows as Row[]
    } finally {
      await client.end()
    }
  }
  async function perform(command: string): Promise<Outcome> {
    const [program, ...args] = words(command)
    const [parts] = /(?<=^npx --no checkout serve --only )\S+$/.exec(command) ?? []
    if (parts !== undefined) {
      await runbook.start(parts)
      return succeeded('')
    }
    if (command.startsWith(OPERATOR)) return run(command.slice(OPERATOR.length))
    if (program === 'curl') return performCurl(args)
    if (program === 'psql' && args[0] === '$DATABASE_URL' && args[1] === '-c')
      return succeeded(JSON.stringify(await sql(args[2] ?? '')))
    if (program === 'openssl') return succeeded((await promisify(execFile)('openssl', args)).stdout)
    throw new Error(`cannot run: ${command}`)
  }

  const runbook: Runbook = {
    fill,
    variables,
    run,
    sql,
    rest: () => rest,
    async follow(command) {
      expect(command, 'is not the next command of the runbook').toBe(rest.shift())
      const { exitCode, stdout, stderr } = await perform(fillIn(command, fill))
      expect(exitCode, `${command} says ${stderr}`).toBe(0)
      return `${stdout}${stderr}`
    },
    async json<T>(line: string) {
      const { exitCode, stdout, stderr } = await run(`${line} --json`)
      if (exitCode !== 0) throw new Error(`${line} ended with ${exitCode}: ${stderr}`)
      return JSON.parse(stdout) as T
    },
    async start(parts = 'api,worker') {
      await runbook.stop()
      server = await startServer(parts, variables)
    },
    async stop() {
      await server?.stop()
      server = undefined
    },
    call: (path, apiKey, body) =>
      fetch(`${apiUrl}${path}`, {
        headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      }),
    async close() {
      await runbook.stop()
      await commandLine.close()
    },
    [Symbol.asyncDispose]: () => runbook.close(),
  }
  return runbook
}

function succeeded(stdout: string): Outcome {
  return { exitCode: 0, stdout, stderr: '' }
}

/** Emulates curl with a URL, `-X` and `-H`; fails on any status but 2xx. */
async function performCurl(args: string[]): Promise<Outcome> {
  const headers = new Headers()
  let method = 'GET'
  let url: string | undefined
  for (let next = args.shift(); next !== undefined; next = args.shift()) {
    const [name = '', ...rest] = next === '-H' ? (args.shift() ?? '').split(': ') : []
    if (next === '-H') headers.set(name, rest.join(': '))
    else if (next === '-X') method = args.shift() ?? ''
    else if (url === undefined && URL.canParse(next)) url = next
    else throw new Error(`unsupported by this curl: ${next}`)
  }
  const response = await fetch(url ?? '', { method, headers })
  const text = await response.text()
  return response.ok ? succeeded(text) : { exitCode: 22, stdout: '', stderr: text }
}

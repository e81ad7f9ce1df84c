import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from '#client/tools/command-line/terminal.ts'
import { runCommandLine } from '#cli/run-command-line.ts'
import { deriveMasterKeys, type MasterKeys } from '#server/service/keys/master-keys.ts'
import type { Database } from '#server/database/engine/database.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { openTerminal } from './terminal.fixture.ts'

export interface Outcome {
  exitCode: number
  stdout: string
  stderr: string
}

export type Variables = Record<string, string>

export const PRODUCTION: Variables = {
  CHECKOUT_ENVIRONMENT: 'production',
  API_URL: 'https://api.pay.example',
  CHECKOUT_URL: 'https://pay.example',
  PROCESSOR: './processor.js',
}

/** Runs a command line such as `keys issue --kind checkout` in this process. */
export function runCheckout(
  line: string,
  variables: Variables = {},
  input?: string,
): Promise<Outcome> {
  return runAtTerminal((terminal) => runCommandLine(words(line), terminal), variables, input)
}

/** Splits like a shell, as far as tests need it. */
export function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
}

/** Runs a command in this process. */
export async function runAtTerminal(
  run: (terminal: Terminal) => Promise<number>,
  variables: Variables,
  input?: string,
): Promise<Outcome> {
  const { terminal, stdout, stderr } = openTerminal(variables, input)
  const exitCode = await run(terminal)
  return { exitCode, stdout: stdout(), stderr: stderr() }
}

/** A command line with its own database. */
export interface CommandLine {
  database: Database
  keys: MasterKeys
  /** Environment variables of every command. */
  variables: Variables
  run(line: string, variables?: Variables): Promise<Outcome>
  /** Runs with `--json`, expects success, and returns the document. */
  json<T>(line: string, variables?: Variables): Promise<T>
  close(): Promise<void>
}

/** `environment`: variables of every command, such as `PRODUCTION`. A database belongs to one environment. */
export async function openCommandLine(environment: Variables = {}): Promise<CommandLine> {
  const test: TestDatabase = await createTestDatabase()
  const masterKey = randomBytes(32)
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-cli-'))
  const own = {
    ...environment,
    DATABASE_URL: test.url,
    MASTER_KEY: masterKey.toString('base64'),
    DATA_DIR: dataDir,
  }
  const run = (line: string, variables: Variables = {}) =>
    runCheckout(line, { ...own, ...variables })
  return {
    database: test.database,
    keys: deriveMasterKeys(masterKey),
    variables: own,
    run,
    async json<T>(line: string, variables: Variables = {}) {
      const { exitCode, stdout, stderr } = await run(`${line} --json`, variables)
      if (exitCode !== 0) throw new Error(`${line} ended with ${exitCode}: ${stderr}`)
      return JSON.parse(stdout) as T
    },
    async close() {
      await test.drop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

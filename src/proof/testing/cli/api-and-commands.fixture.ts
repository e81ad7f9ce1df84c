import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestApi, type TestApi } from '../api.ts'
import { runCheckout, type CommandLine } from './command-line.fixture.ts'

export interface ApiAndCommands extends Pick<CommandLine, 'run' | 'json'> {
  api: TestApi
  close(): Promise<void>
}

/** The whole API over its own database, at the present time, and its operator's commands beside it. */
export async function openApiAndCommands(): Promise<ApiAndCommands> {
  const masterKey = randomBytes(32)
  let url = ''
  const api = await startTestApi({
    masterKey,
    databaseOf: async (owner) => (url = owner.url),
  })
  api.clock.advance(Date.now() - api.clock.now().getTime())
  const dataDir = mkdtempSync(join(tmpdir(), 'checkout-cli-'))
  const variables = {
    DATABASE_URL: url,
    MASTER_KEY: masterKey.toString('base64'),
    DATA_DIR: dataDir,
    CHECKOUT_URL: api.context.checkoutUrl,
  }
  const run: CommandLine['run'] = (line, more = {}) => runCheckout(line, { ...variables, ...more })
  return {
    api,
    run,
    async json<T>(line: string, more = {}) {
      const { exitCode, stdout, stderr } = await run(`${line} --json`, more)
      if (exitCode !== 0) throw new Error(`${line} ended with ${exitCode}: ${stderr}`)
      return JSON.parse(stdout) as T
    },
    async close() {
      await api.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

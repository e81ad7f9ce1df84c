import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBuild } from '#page/build/ensure.ts'
import { SANDBOX } from './build-plan.ts'

/** Watched sources: any change restarts the sandbox, and a change of the page's sources rebuilds the page. */
const SOURCES = join(import.meta.dirname, '../..')
const MAIN = join(SOURCES, 'cli/main.ts')
/** Debounce: editors and tools write many files at once. */
const BURST_MS = 300

let server: ChildProcess | undefined

async function restart(): Promise<void> {
  if (server?.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  try {
    await ensureBuild(SANDBOX)
    server = spawn(process.execPath, [MAIN, 'serve'], { stdio: 'inherit' })
  } catch (error) {
    // A build error is logged; the next change tries again.
    console.error(error instanceof Error ? error.message : error)
  }
}

let restarted = restart()
let burst: NodeJS.Timeout | undefined
for await (const { filename } of watch(SOURCES, { recursive: true })) {
  if (filename === null || filename.includes('.test.')) continue
  clearTimeout(burst)
  burst = setTimeout(() => {
    restarted = restarted.then(restart)
  }, BURST_MS)
}

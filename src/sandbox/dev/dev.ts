import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openFront } from './front.ts'

const SOURCES = join(import.meta.dirname, '../..')
const MAIN = join(SOURCES, 'cli/main.ts')
const BUILD = join(SOURCES, 'sandbox/build/build.ts')
const REPORTER = pathToFileURL(join(import.meta.dirname, 'report-modules.ts')).href
/** Sources that are served as they were built: their change builds again. */
const BUILT = /^(page\/(build|card-frame)\/|page\/web\/early|sandbox\/(build|workshop)\/)/
/** Files that the server reads while it starts. */
const READ = new Set(['.sql', '.css', '.js', '.svg', '.html', '.json'])
const READ_NEVER = /^(proof|page\/web|dashboard\/web)\//
/** Debounce: editors and tools write many files at once. */
const BURST_MS = 300

// npm run dev: the sandbox behind Vite, which replaces changed modules of the page and of the dashboard in the browser.
const checkoutPort = Number(process.env['CHECKOUT_PORT'] ?? 4242)
const adminPort = Number(process.env['ADMIN_PORT'] ?? 4247)
const hidden = { checkoutPort: await freePort(), adminPort: await freePort() }
const environment = {
  CHECKOUT_URL: `http://localhost:${checkoutPort}`,
  ADMIN_URL: `http://localhost:${adminPort}`,
  ...process.env,
  CHECKOUT_PORT: String(hidden.checkoutPort),
  ADMIN_PORT: String(hidden.adminPort),
}
let server: ChildProcess | undefined
/** The source files that the server has loaded as modules. */
let loaded = new Set<string>()
/** Whether sources have changed that Vite does not serve. */
let isStale = true

async function restart(): Promise<void> {
  if (server?.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  // A build error is printed; the next change tries again.
  if (isStale && !(await build())) return
  isStale = false
  loaded = new Set()
  server = fork(MAIN, ['serve'], { env: environment, execArgv: ['--import', REPORTER] })
  server.on('message', (path) => {
    if (typeof path === 'string') loaded.add(path)
  })
}

/** Builds in a process of its own: Vite makes this one a development's, in which React would be built for development. */
async function build(): Promise<boolean> {
  const child = fork(BUILD, ['--if-changed'], { env: environment })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

function concernsServer(name: string): boolean {
  if (name.includes('.test.')) return false
  if (loaded.has(join(SOURCES, name)) || BUILT.test(name)) return true
  return READ.has(extname(name)) && !READ_NEVER.test(name)
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, 'localhost')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  holder.close()
  return port
}

let restarted = restart()
await openFront([
  { port: checkoutPort, to: hidden.checkoutPort, entry: '/src/sandbox/page/entry-client.tsx' },
  { port: adminPort, to: hidden.adminPort, entry: '/src/sandbox/dashboard/entry.tsx' },
])
let burst: NodeJS.Timeout | undefined
for await (const { filename } of watch(SOURCES, { recursive: true })) {
  if (filename === null || !concernsServer(filename)) continue
  isStale ||= BUILT.test(filename)
  clearTimeout(burst)
  burst = setTimeout(() => {
    restarted = restarted.then(restart)
  }, BURST_MS)
}

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Variables } from '#client/tools/command-line/terminal.ts'
import { readConfig, type Config } from '../config.ts'
import type { Part, Parts } from '../parts.ts'
import { environmentDirectory } from './environment-directory.ts'

/** Written by a server of the sandbox, so that a command in another shell prints its addresses. */
const SERVED_FILE = 'served.json'

/** A variable that says where a part is, the port that decides it by default, and the part. */
const ADDRESSES = [
  { url: 'API_URL', port: 'API_PORT', key: 'apiUrl', part: 'api' },
  { url: 'CHECKOUT_URL', port: 'CHECKOUT_PORT', key: 'checkoutUrl', part: 'bff' },
  { url: 'FIELDS_URL', port: 'FIELDS_PORT', key: 'fieldsUrl', part: 'fields' },
  { url: 'STORE_URL', port: 'STORE_PORT', key: 'storeUrl', part: 'store' },
  { url: 'ADMIN_URL', port: 'ADMIN_PORT', key: 'adminUrl', part: 'dashboard' },
] as const satisfies readonly { url: string; port: string; key: keyof Config; part: Part }[]

type Served = Record<string, { address: string | undefined; pid: number }>

/** Leaves the addresses of these parts beside the data, until the returned function takes them back. */
export function keepServedAddresses(config: Config, parts: Parts): () => void {
  const directory = environmentDirectory(config)
  if (config.environment !== 'sandbox' || !existsSync(directory)) return () => undefined
  const file = join(directory, SERVED_FILE)
  const { pid } = process
  const served = ADDRESSES.filter(({ part }) => parts.has(part))
  const own: Served = Object.fromEntries(
    served.map(({ url, key }) => [url, { address: config[key], pid }]),
  )
  write(file, { ...read(file), ...own })
  return () => {
    const others = Object.entries(read(file)).filter(([, served]) => served.pid !== pid)
    write(file, Object.fromEntries(others))
  }
}

/** The variables with the addresses of the server that runs on the same data, where the shell names neither one nor a port. */
export function withServedAddresses(env: Variables): Variables {
  const own = readConfig(env)
  if (!own.ok || own.config.environment !== 'sandbox') return env
  const served = read(join(environmentDirectory(own.config), SERVED_FILE))
  const found = ADDRESSES.flatMap(({ url, port }) => {
    const { address, pid } = served[url] ?? {}
    const isNamed = Boolean(env[url] ?? env[port])
    return address === undefined || isNamed || !isAlive(pid) ? [] : [[url, address]]
  })
  return { ...env, ...(Object.fromEntries(found) as Variables) }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function read(file: string): Served {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Served
  } catch {
    // There is none, or another process writes it.
    return {}
  }
}

function write(file: string, served: Served): void {
  try {
    writeFileSync(file, JSON.stringify(served))
  } catch {
    // Without the file a command prints the addresses of its own shell.
  }
}

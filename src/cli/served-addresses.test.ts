import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openCommandLine,
  runCheckout,
  type CommandLine,
} from '#proof/testing/cli/command-line.fixture.ts'
import { freePorts } from '#proof/testing/cli/server-process.fixture.ts'
import { startServer } from '#proof/testing/cli/server.fixture.ts'

describe('R-76: a command in a shell that does not know the ports of the server', () => {
  let checkout: CommandLine
  let directory: string
  beforeAll(async () => {
    checkout = await openCommandLine()
    directory = join(checkout.variables['DATA_DIR'] ?? '', 'sandbox')
    mkdirSync(directory, { recursive: true })
  })
  afterAll(() => checkout.close())

  const printed = async (more = {}) => {
    const made = await runCheckout('merchants create --name Loja --env', {
      ...checkout.variables,
      ...more,
    })
    return /^API_URL=(.*)$/m.exec(made.stdout)?.[1]
  }
  const link = async () => {
    const made = await runCheckout('dashboard', checkout.variables)
    return new URL(made.stdout.trim().split(/\s/).at(-1) ?? '').origin
  }

  it('prints the addresses of the server that runs, until it stops', async () => {
    const ports = await freePorts('API_PORT', 'ADMIN_PORT', 'PRIVATE_PORT')
    const server = await startServer('api,dashboard', { ...checkout.variables, ...ports })
    expect(await printed()).toBe(`http://localhost:${ports.API_PORT}`)
    expect(await link()).toBe(`http://localhost:${ports.ADMIN_PORT}`)
    expect(await printed({ API_URL: 'http://localhost:4111' })).toBe('http://localhost:4111')
    expect(await printed({ API_PORT: '4299' })).toBe('http://localhost:4299')
    await server.stop()
    expect(await printed()).toBe('http://localhost:4243')
  })

  it('does not believe what a killed server left', async () => {
    const left = { API_URL: { address: 'http://localhost:1', pid: 2 ** 30 } }
    writeFileSync(join(directory, 'served.json'), JSON.stringify(left))
    expect(await printed()).toBe('http://localhost:4243')
  })
})

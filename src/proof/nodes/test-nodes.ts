import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packPackage } from '../testing/client/packed.fixture.ts'
import { writeCounts } from '../suites/write-counts.ts'
import { checkTypes } from './check-types.ts'
import { STEPS, type Merchant } from './merchant-steps.ts'
import { openSandbox } from './open-sandbox.ts'
import { npm, run } from './run.ts'

const NODES = ['20', '22', '24', '26']
const TYPESCRIPTS = ['~5.9.0', '~7.0.0']
const OF_TYPES = ['playwright', '@types/node@20']

/** Installs the package on each supported Node, and takes a merchant's steps with it. */
const directory = mkdtempSync(join(tmpdir(), 'hosted-checkout-nodes-'))
const packed = packPackage()
let passed = 0
let failed = 0
try {
  const sandbox = await openSandbox()
  try {
    for (const major of NODES) await tryNode(major, sandbox.variables)
  } finally {
    await sandbox.close()
  }
  for (const version of TYPESCRIPTS) await tryTypes(version)
} finally {
  packed.remove()
  rmSync(directory, { recursive: true, force: true })
}
writeCounts('nodes.json', { passed, failed })
print(`${passed} passed, ${failed} failed`)
// When no Node could be installed, nothing was proven.
process.exitCode = failed === 0 && passed > TYPESCRIPTS.length ? 0 : 1

async function tryNode(major: string, variables: Record<string, string>): Promise<void> {
  const node = await installNode(major).catch((error: unknown) => {
    print(`Node ${major}: could not be installed. ${messageOf(error)}`)
  })
  if (node === undefined) return
  const { stdout } = await run(node, ['--version'], { cwd: directory })
  const merchant: Merchant = { project: newProject(`on-${major}`), node, variables }
  const faults = await stepsThatFail(merchant)
  report(
    `Node ${stdout.trim()}: ${STEPS.length + 1 - faults.length} of ${STEPS.length + 1}`,
    faults,
  )
}

async function stepsThatFail(merchant: Merchant): Promise<string[]> {
  try {
    await npm(['install', packed.tarball], merchant.project, merchant.node)
  } catch (error) {
    return [`install: ${messageOf(error)}`]
  }
  const faults: string[] = []
  for (const { name, take } of STEPS)
    await take(merchant).catch((error: unknown) => faults.push(`${name}: ${messageOf(error)}`))
  return faults
}

async function tryTypes(version: string): Promise<void> {
  const project = newProject(`types-${version.replace(/\W/g, '')}`)
  const faults: string[] = []
  try {
    await npm(['install', packed.tarball, `typescript@${version}`, ...OF_TYPES], project)
    await checkTypes(project)
  } catch (error) {
    faults.push(messageOf(error))
  }
  report(`TypeScript ${version}: ${faults.length === 0 ? 'nodenext, bundler' : 'fails'}`, faults)
}

/** Installs a Node from npm in its own folder; returns its path. */
async function installNode(major: string): Promise<string> {
  const folder = newProject(`node-${major}`)
  await npm(['install', '--no-save', `node@${major}`], folder)
  const node = join(folder, 'node_modules/node/bin/node')
  const { exitCode, stdout } = await run(node, ['--version'], { cwd: folder })
  if (exitCode === 0 && stdout.startsWith(`v${major}.`)) return node
  throw new Error(`npm's package brought ${stdout.trim() || 'none'}.`)
}

function newProject(name: string): string {
  const folder = join(directory, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  return folder
}

function report(line: string, faults: readonly string[]): void {
  if (faults.length === 0) passed++
  else failed++
  print([line, ...faults.map((fault) => `  ${fault}`)].join('\n'))
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

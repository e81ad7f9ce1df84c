import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentName } from '../contract/environment.ts'
import { brotli } from './compress.ts'
import { outputPaths } from './paths.ts'
import type { BuildRecord } from './record.ts'

// node src/build/size.ts [environment]: what the first look at a card form costs, against the budget.
const SCRIPT_BYTES_MAX = 95 * 1024
const STYLE_BYTES_MAX = 6 * 1024

const environment = EnvironmentName.parse(process.argv[2] ?? 'production')
const paths = outputPaths(environment)
const record = JSON.parse(await readFile(paths.record, 'utf8')) as BuildRecord

const scripts = [record.entry, ...record.preloads].map((path) => join(paths.client, path))
const scriptBytes = await sumOfBrotli(await Promise.all(scripts.map((path) => readFile(path))))
const styleBytes = await sumOfBrotli([Buffer.from(record.css)])

report('script of the first card page', scriptBytes, SCRIPT_BYTES_MAX)
report('style', styleBytes, STYLE_BYTES_MAX)

async function sumOfBrotli(files: readonly Uint8Array[]): Promise<number> {
  const compressed = await Promise.all(files.map(brotli))
  return compressed.reduce((sum, { byteLength }) => sum + byteLength, 0)
}

function report(what: string, bytes: number, bytesMax: number): void {
  const isOver = bytes > bytesMax
  const line = `${what}: ${inKilobytes(bytes)} KB brotli of ${inKilobytes(bytesMax)} KB`
  process.stdout.write(isOver ? `${line}: OVER BUDGET\n` : `${line}\n`)
  if (isOver) process.exitCode = 1
}

function inKilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1)
}

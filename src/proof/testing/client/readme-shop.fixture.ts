import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const README = join(import.meta.dirname, '../../../../README.md')
const FILE = /^```js\n\/\/ (?<name>shop\.mjs)\n(?<text>[^]*?)^```$/m

/** Writes the README's shop verbatim; returns its file name. */
export function writeReadmeShop(directory: string): string {
  const { name, text } = FILE.exec(readFileSync(README, 'utf8'))?.groups ?? {}
  if (name === undefined || text === undefined) throw new Error('the README shows no shop.mjs')
  writeFileSync(join(directory, name), text)
  return name
}

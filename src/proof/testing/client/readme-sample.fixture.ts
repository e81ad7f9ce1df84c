import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const GUIDE = join(import.meta.dirname, '../../../../docs/guides/testing.md')
const SECTION = /^## Test with Playwright$(?<text>[^]*)/m
const FILE = /^```ts\n\/\/ (?<path>\S+\.ts)\n(?<text>[^]*?)^```$/gm

/** Writes the sample project of the testing guide; returns its paths. */
export function writeReadmeSample(directory: string): string[] {
  const section = SECTION.exec(readFileSync(GUIDE, 'utf8'))?.groups?.['text'] ?? ''
  return Array.from(section.matchAll(FILE), ({ groups = {} }) => {
    const { path = '', text = '' } = groups
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), text)
    return path
  })
}

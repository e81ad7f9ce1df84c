import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const GUIDE = join(import.meta.dirname, '../../../../docs/guides/processors.md')
const FILE = /^```js\n\/\/ (?<name>[\w-]+\.js)\n(?<text>.*?)^```$/gms

/** The files of the guide to own modules, by name. */
function guideFiles(): Map<string, string> {
  const files = [...readFileSync(GUIDE, 'utf8').matchAll(FILE)]
  return new Map(files.map(({ groups }) => [groups?.['name'] ?? '', groups?.['text'] ?? '']))
}

/** Writes the guide's files into a folder, with changes to the module. Throws when the module lacks a text to be changed. */
export async function writeGuideFiles(
  directory: string,
  changes: readonly (readonly [from: string, to: string])[] = [],
): Promise<{ module: string; driver: string }> {
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }\n')
  for (const [name, text] of guideFiles())
    await writeFile(join(directory, name), name === 'acme-pay.js' ? changed(text, changes) : text)
  return { module: join(directory, 'acme-pay.js'), driver: join(directory, 'acme-driver.js') }
}

function changed(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`the guide’s module does not contain: ${from}`)
    return before.replace(from, to)
  }, text)
}

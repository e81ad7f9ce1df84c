import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = /^(?<folder>.*\/node_modules\/(?<name>(?:@[^/]+\/)?[^/]+))\//

/** The licence texts of the packages of these files, as one text. */
export function licencesOf(files: readonly string[]): string {
  const folders = new Map<string, string>()
  for (const file of files) {
    const { folder, name } = PACKAGE.exec(file)?.groups ?? {}
    if (folder !== undefined && name !== undefined) folders.set(name, folder)
  }
  const names = [...folders.keys()].toSorted()
  return [
    'The commands of this package have the following packages in them.',
    ...names.map((name) => `${name}\n\n${licenceIn(folders.get(name) ?? '').trim()}`),
  ].join('\n\n---\n\n')
}

function licenceIn(folder: string): string {
  const name = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
  if (name === undefined) throw new Error(`${folder} has no licence text`)
  return readFileSync(join(folder, name), 'utf8')
}

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'
import { run } from '../../nodes/run.ts'

/** A checkout of this project whose commands and servers a bench starts: this one, or another with packages of its own. */
export interface Tree {
  root: string
  /** A module beside the bench's own, which a script of package.json names: its path may differ between trees. */
  module(script: BenchScript, file: string): URL
  /** Runs a command of `checkout`, and parses what it prints with `--json`. */
  operate<T>(args: readonly string[], variables: Record<string, string>): Promise<T>
}

export type BenchScript = 'bench' | 'bench:order' | 'bench:worker'

const OWN_ROOT = join(import.meta.dirname, '../../../..')
const PackageFile = z.object({
  bin: z.object({ checkout: z.string() }),
  scripts: z.record(z.string(), z.string()),
})

export const openOwnTree = () => openTree(OWN_ROOT)

/** Throws a `CommandFailure` for a folder that is no checkout of this project with its packages. */
export async function openTree(directory: string): Promise<Tree> {
  const root = resolve(directory)
  const unfit = (why: string) => new CommandFailure(`error: ${root} ${why}`, EXIT.usage)
  const text = await readFile(join(root, 'package.json'), 'utf8').catch(() => '{}')
  const { data } = PackageFile.safeParse(JSON.parse(text))
  if (data === undefined) throw unfit('is no checkout of this project')
  if (!existsSync(join(root, 'node_modules'))) throw unfit('has no packages: run npm ci there')
  const commandLine = join(root, data.bin.checkout)
  return {
    root,
    module(script, file) {
      const main = /\bnode (\S+\.ts)$/.exec(data.scripts[script] ?? '')?.[1]
      const path = main === undefined ? undefined : join(root, dirname(main), file)
      if (path === undefined || !existsSync(path)) throw unfit(`has no ${file} of ${script}`)
      return pathToFileURL(path)
    },
    async operate<T>(args: readonly string[], variables: Record<string, string>) {
      const options = { cwd: root, env: variables }
      const ended = await run(process.execPath, [commandLine, ...args, '--json'], options)
      if (ended.exitCode !== 0)
        throw new Error(`${root}: checkout ${args.join(' ')}: ${ended.stderr.trim()}`)
      return JSON.parse(ended.stdout) as T
    },
  }
}

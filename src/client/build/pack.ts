import { mkdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { packInto, ROOT } from './pack-into.ts'

/** `pack.ts [directory]`: the last line of output is the tarball's path, relative to the project. */
const [directory = join(ROOT, 'dist')] = process.argv.slice(2)
const target = resolve(directory)
mkdirSync(target, { recursive: true })
const { tarball, files, bytes } = await packInto(target)
process.stdout.write(`${files} files, ${bytes} bytes unpacked\n`)
process.stdout.write(`${relative(ROOT, tarball)}\n`)

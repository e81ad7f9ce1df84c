import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { isAlive } from '#server/database/embedded/process-table.ts'

const PREFIX = 'checkout-test-'
const MEMORY_DISK = '/dev/shm'
const MEMORY_BYTES_MIN = 2 * 1024 ** 3

/** Creates an empty folder, which the test removes; if the test is killed, a later run does. */
export async function makeScratchDirectory(): Promise<string> {
  const parent = await fastDirectory()
  await sweep(parent)
  const directory = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
  // As root, PostgreSQL runs as another user.
  await chmod(directory, 0o711)
  return directory
}

/** A memory file system, if Linux offers enough of it: it copies a database several times faster. */
async function fastDirectory(): Promise<string> {
  const memory = await statfs(MEMORY_DISK).catch(() => undefined)
  const freeBytes = memory === undefined ? 0 : memory.bavail * memory.bsize
  return freeBytes >= MEMORY_BYTES_MIN ? MEMORY_DISK : tmpdir()
}

async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX)
      ? Number.parseInt(name.slice(PREFIX.length), 10)
      : Number.NaN
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true })
  }
}

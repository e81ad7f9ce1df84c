import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { isAlive } from '../../server/database/embedded/process-table.ts'

const PREFIX = 'checkout-test-'
const MEMORY_DISK = '/dev/shm'
const MEMORY_BYTES_MIN = 2 * 1024 ** 3

/** An empty folder for a test's data, which the test removes; should it be killed, a later one does. */
export async function makeScratchDirectory(): Promise<string> {
  const parent = await fastDirectory()
  await sweep(parent)
  const directory = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(directory, 0o711)
  return directory
}

/** Memory, where Linux offers enough of it as a disk: a database is copied there several times as fast. */
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

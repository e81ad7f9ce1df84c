import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { isAlive } from '#server/database/embedded/process-table.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'

const PREFIX = 'checkout-drill-'
/** PostgreSQL refuses to run as root. Under root it runs as another user, who must enter this folder. */
const ENTERED_BY_OTHERS = 0o711
/** Headroom for recovery and the write-ahead log. */
const ROOM = 1.5

export interface Scratch {
  directory: string
  /** Removes the folder, unless the operator named it. */
  leave(): void
}

/** Creates a folder with enough free space. Removes the remains of a killed drill first. */
export function openScratch(kept: string | undefined, bytes: number): Scratch {
  if (kept === undefined) sweep()
  const directory =
    kept === undefined ? mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`)) : resolve(kept)
  if (kept !== undefined) makeEmpty(directory)
  chmodSync(directory, ENTERED_BY_OTHERS)
  const leave = () => {
    if (kept === undefined) remove(directory)
  }
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < bytes * ROOM) {
    leave()
    throw new CommandFailure(
      `The copy needs ${megabytes(bytes * ROOM)} in ${directory}, where ${megabytes(bavail * bsize)} are free. ` +
        'Name another folder with TMPDIR or --keep.',
    )
  }
  return { directory, leave }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

function makeEmpty(directory: string): void {
  mkdirSync(directory, { recursive: true })
  if (readdirSync(directory).length > 0) throw new CommandFailure(`${directory} is not empty.`)
}

function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0
    if (pid > 0 && !isAlive(pid)) remove(join(tmpdir(), name))
  }
}

/** Removes the folder and the home in it. The home is a link if PostgreSQL's user cannot enter the folder. */
function remove(directory: string): void {
  const home = join(directory, 'postgres')
  if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true })
  rmSync(directory, { recursive: true, force: true })
}

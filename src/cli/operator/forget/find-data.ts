import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { parseApiKey } from '#domain/api-key.ts'
import { MARKER, findHome, type Home } from '#server/database/embedded/home.ts'
import { foreignNamesIn, isOurHome, refuseUsedHome } from '#server/database/embedded/remove-home.ts'
import { CommandFailure } from '#client/tools/command-line/exit.ts'
import { environmentDirectory } from '../../compose/environment-directory.ts'
import type { Config } from '../../config.ts'
import { protectedPlace } from './protected-place.ts'

const POSTGRES = 'postgres'
/** Secrets, the books of a fake bank, and the addresses of a server. */
const SECRET =
  /^(master-key|checkout-api-key|demo-store\.json|fake-api-pix\.jsonl|served\.json)(\.\d+)?$/
const MASTER_KEY_BYTES = 32

/** What `checkout forget --everything` would remove. */
export interface Data {
  /** As configured: `DATA_DIR/<environment>`. */
  path: string
  /** The real path. */
  directory: string
  /** The embedded database. */
  home: Home | undefined
  /** Real paths of files of ours, and of a link to a database that is gone. */
  files: string[]
  /** Real paths of what stays: files that are not ours, and what the database of DATABASE_URL needs. */
  left: string[]
}

/** Finds the data to remove, and removes nothing. Throws when a directory is not ours, is protected or is in use. */
export function findData(config: Config): Data | undefined {
  const path = environmentDirectory(config)
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  if (!existsSync(path)) throw new CommandFailure(`${path} leads to a folder that is gone.`)
  const directory = realpathSync(path)
  refuseProtected(directory)
  const home = findHome(directory)
  if (home !== undefined) refuseHome(home)
  if (home === undefined && !isOurDirectory(directory)) throw notOurs(directory)

  const names = readdirSync(directory).filter((name) => name !== MARKER)
  const isSecret = (name: string) =>
    SECRET.test(name) && !lstatSync(join(directory, name)).isDirectory()
  const isRemoved = (name: string) =>
    name === POSTGRES ? home === undefined : isSecret(name) && config.databaseUrl === undefined
  const isLeft = (name: string) => name !== POSTGRES && !isRemoved(name)
  const inHome = home === undefined ? [] : foreignNamesIn(home)
  return {
    path,
    directory,
    home,
    files: names.filter(isRemoved).map((name) => join(directory, name)),
    left: [
      ...names.filter(isLeft).map((name) => join(directory, name)),
      ...inHome.map((name) => join(home?.directory ?? '', name)),
    ],
  }
}

function refuseHome(home: Home): void {
  refuseProtected(home.directory)
  if (!isOurHome(home)) throw notOurs(home.directory)
  refuseUsedHome(home)
}

function refuseProtected(directory: string): void {
  const reason = protectedPlace(directory)
  if (reason !== undefined)
    throw new CommandFailure(`${directory} is never removed: it is ${reason}.`)
}

function notOurs(directory: string): CommandFailure {
  return new CommandFailure(
    `${directory} is not known to be ours: it lacks the file ${MARKER}, and what earlier releases kept there. ` +
      'Look whether DATA_DIR is right, or remove it yourself.',
  )
}

/** Whether the directory has the marker, or a secret file as earlier releases wrote it. */
function isOurDirectory(directory: string): boolean {
  const textOf = (name: string) => {
    const file = join(directory, name)
    const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() === true
    return isFile ? readFileSync(file, 'utf8').trim() : ''
  }
  return (
    existsSync(join(directory, MARKER)) ||
    Buffer.from(textOf('master-key'), 'base64').length === MASTER_KEY_BYTES ||
    parseApiKey(textOf('checkout-api-key')).ok
  )
}

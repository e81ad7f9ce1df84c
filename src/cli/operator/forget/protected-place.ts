import { readFileSync, realpathSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join, sep } from 'node:path'

const PROJECT = join(import.meta.dirname, '../../../..')

export interface Places {
  home: readonly string[]
  project: string
  /** Every directory on which a file system is mounted. */
  mounts: readonly string[]
}

/** Why a directory is never removed, or undefined. `directory` is a real path. */
export function protectedPlace(directory: string, places = thisMachine()): string | undefined {
  const holds = (path: string) => path === directory || path.startsWith(withSeparator(directory))
  if (directory === sep) return 'the root of the file system'
  if (places.home.some(holds)) return 'a home directory, or a directory above one'
  if (holds(places.project)) return 'the project, or a directory above it'
  if (places.mounts.some(holds)) return 'where a file system is mounted, or a directory above that'
  return undefined
}

function withSeparator(directory: string): string {
  return directory.endsWith(sep) ? directory : `${directory}${sep}`
}

function thisMachine(): Places {
  return {
    home: [homedir(), homeOfUser()].flatMap(realPath),
    project: realpathSync(PROJECT),
    mounts: mountPoints(),
  }
}

function homeOfUser(): string {
  try {
    return userInfo().homedir
  } catch {
    // A container may run under a user id without a name.
    return homedir()
  }
}

function realPath(path: string): string[] {
  try {
    return [realpathSync(path)]
  } catch {
    return []
  }
}

const MOUNT_POINT = 4

/** Linux lists them; elsewhere the check is left out. */
function mountPoints(): string[] {
  if (process.platform !== 'linux') return []
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .trim()
    .split('\n')
    .map((line) => unescapeOctal(line.split(' ')[MOUNT_POINT] ?? ''))
    .filter((path) => path !== '')
}

/** mountinfo writes a space as `\040`. */
function unescapeOctal(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
}

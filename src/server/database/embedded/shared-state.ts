/** Readable by the user that runs PostgreSQL, unlike root's own folders. */
export const SHARED_STATE_DIRECTORY = '/var/lib/hosted-checkout'

/** Runs `make` under umask 022: root's own umask may hide what it creates from other users. */
export function openToOthers(make: () => void): void {
  const umask = process.umask(0o022)
  try {
    make()
  } finally {
    process.umask(umask)
  }
}

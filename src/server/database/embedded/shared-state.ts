/** Where root keeps what its own folders hide from the user that runs PostgreSQL. */
export const SHARED_STATE_DIRECTORY = '/var/lib/hosted-checkout'

/** Whatever root's umask says, others must be able to enter what `make` makes. */
export function openToOthers(make: () => void): void {
  const umask = process.umask(0o022)
  try {
    make()
  } finally {
    process.umask(umask)
  }
}

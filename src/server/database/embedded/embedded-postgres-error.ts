/** The embedded PostgreSQL cannot run; the message gives the reason and the remedy. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Another running process owns the data directory. */
export class EmbeddedPostgresInUse extends EmbeddedPostgresError {
  override name = 'EmbeddedPostgresInUse'
  readonly ownerPid: number

  constructor(directory: string, ownerPid: number) {
    super(
      `The database in ${directory} is already in use by process ${ownerPid}. ` +
        'Stop that process, or choose another DATA_DIR for this one.',
    )
    this.ownerPid = ownerPid
  }
}

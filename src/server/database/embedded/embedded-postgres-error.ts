/** The embedded PostgreSQL cannot run; the message gives the reason and the remedy. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

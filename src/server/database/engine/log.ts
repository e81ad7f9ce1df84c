/** Where the database modules log. A pino logger fits. */
export interface Log {
  info(message: string): void
  warn(message: string): void
}

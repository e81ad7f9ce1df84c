/** Where the store tells an operator what it did by itself. A pino logger fits. */
export interface Log {
  info(message: string): void
  warn(message: string): void
}

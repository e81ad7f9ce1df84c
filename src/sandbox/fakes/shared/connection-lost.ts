/** The connection ended without an answer. */
export class ConnectionLost extends Error {
  constructor() {
    super('the connection was lost')
  }
}

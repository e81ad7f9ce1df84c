/** A request to a bank. */
export interface HttpCall {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
  timeoutMs: number
}

export interface HttpAnswer {
  status: number
  text: string
}

/** Sends a request. Throws `NotConnected` when no server has seen it; after any other error it may have been carried out. */
export type Transport = (call: HttpCall) => Promise<HttpAnswer>

/** No connection was opened, or one of the two certificates was refused. The message is a code such as `ECONNREFUSED`. */
export class NotConnected extends Error {
  override name = 'NotConnected'
}

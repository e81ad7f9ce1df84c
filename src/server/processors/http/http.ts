/** A request to a processor. It may be repeated: what it does is done once. */
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
  /** By names in small letters. Absent: not known. */
  headers?: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * Sends a request. Throws `NotConnected` when no server has seen it; after any other error it may have been carried out, and
 * after `AnswerBroken` something has answered.
 */
export type Transport = (call: HttpCall) => Promise<HttpAnswer>

/** An answer began, and cannot be read: it broke off, is too long, or is no HTTP. */
export class AnswerBroken extends Error {
  override name = 'AnswerBroken'
}

/** No connection was opened, or one of the two certificates was refused. The message is a code such as `ECONNREFUSED`. */
export class NotConnected extends Error {
  override name = 'NotConnected'
}

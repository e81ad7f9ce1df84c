/** A response before it becomes a `Response`. */
export interface ResponseParts {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer>
}

/** The response to a request, decided by its first line, before a `Request` is built; undefined: the request goes on. */
export type RespondEarly = (method: string, target: string) => ResponseParts | undefined

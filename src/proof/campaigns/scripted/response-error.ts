interface Exchange {
  method: string
  url: string
  headers: Record<string, string>
  data: string | undefined
}

/**
 * An error as HTTP clients such as axios throw it for a 4xx or 5xx: it carries the whole request, with its key and its
 * body, and none of the port's codes.
 */
export class ResponseError extends Error {
  override name = 'AxiosError'
  readonly isAxiosError = true
  readonly config: Exchange
  readonly response: { status: number; data: string }

  constructor(config: Exchange, response: { status: number; data: string }) {
    super(`Request failed with status code ${response.status}`)
    this.config = config
    this.response = response
  }
}

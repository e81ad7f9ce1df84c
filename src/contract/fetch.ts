/** An HTTP call as a function: the platform's `fetch` over the network, or a request handler in this process. */
export type Fetch = (request: Request) => Response | Promise<Response>

import type { Fetch } from '#contract/fetch.ts'
import type { MessageValidator } from './validate-message.ts'

/** A fetch whose requests and responses are validated by a document; `faults` receives what is wrong. */
export function checkFetch(
  fetch: Fetch,
  {
    validator,
    basePath,
    faults,
  }: { validator: MessageValidator; basePath: string; faults: string[] },
): Fetch {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith(`${basePath}/`)) return fetch(request)
    const asked = { method: request.method, path: pathname.slice(basePath.length) + search }
    const note = (side: string) => (fault: string) =>
      void faults.push(`${asked.method} ${asked.path} ${side}: ${fault}`)
    const body = await request.clone().text()
    validator.request({ ...asked, headers: request.headers, body }).forEach(note('request'))
    const response = await fetch(request)
    const { status, headers } = response
    const answered = { status, headers, body: await response.clone().text() }
    validator.response(asked, answered).forEach(note(String(status)))
    return response
  }
}

import type { Dashboard } from '#dashboard/server/dashboard.ts'

export interface Said {
  status: number
  headers: Headers
  body: unknown
  text: string
}

/** A browser that shows the dashboard's page: it sends the page's headers, and keeps its cookie. */
export interface Browser {
  get(path: string, headers?: Record<string, string>): Promise<Said>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Said>
  /** The cookie that the next request would send; undefined when it would send none. */
  cookie(): string | undefined
  /** Replaces the cookie. */
  setCookie(cookie: string | undefined): void
}

export function createBrowser(
  dashboard: Pick<Dashboard, 'fetch'>,
  { adminUrl, address }: { adminUrl: string; address: string },
): Browser {
  let cookie: string | undefined

  async function send(path: string, init: RequestInit, more: Record<string, string>) {
    const headers = new Headers({ 'sec-fetch-site': 'same-origin', 'user-agent': 'Test/1.0' })
    if (cookie !== undefined) headers.set('cookie', cookie)
    for (const [name, value] of Object.entries({ ...more }))
      if (value === '') headers.delete(name)
      else headers.set(name, value)
    const response = await dashboard.fetch(
      new Request(`${adminUrl}${path}`, { ...init, headers }),
      {
        address,
      },
    )
    const set = response.headers.get('set-cookie')
    if (set !== null) cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0]
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson(response) ? (JSON.parse(text) as unknown) : undefined,
    }
  }

  return {
    get: (path, headers = {}) => send(path, {}, headers),
    post: (path, body = {}, headers = {}) =>
      send(
        path,
        { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
        {
          'content-type': 'application/json',
          'x-checkout': '1',
          origin: adminUrl,
          ...headers,
        },
      ),
    cookie: () => cookie,
    setCookie(other) {
      cookie = other
    },
  }
}

function isJson({ headers }: Response): boolean {
  return /^application\/(?:problem\+)?json/.test(headers.get('content-type') ?? '')
}

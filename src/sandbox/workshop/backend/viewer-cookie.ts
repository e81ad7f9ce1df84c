const TOKEN = /^[0-9A-Za-z]{43}$/
/** The path of the calls that need the cookie. */
export const VIEWER_CALLS = '/api/notifications'

export interface ViewerCookie {
  /** The viewer's token, if the browser sent one. */
  read(cookies: string | null): string | undefined
  issue(token: string, expiresAt: Date): string
  expire(): string
}

/** The viewer's session cookie: `HttpOnly`, `SameSite=Strict`. */
export function createViewerCookie(checkoutUrl: string): ViewerCookie {
  const isSecure = checkoutUrl.startsWith('https:')
  // The `__Host-` prefix keeps neighboring hosts from setting it and requires the path `/`. On localhost, where all
  // ports share cookies, the path limits it instead.
  const name = isSecure ? '__Host-viewer' : 'viewer'
  const attributes = `Path=${isSecure ? '/' : VIEWER_CALLS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read(cookies) {
      const found = cookies?.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
      const token = found?.slice(name.length + 1)
      return token !== undefined && TOKEN.test(token) ? token : undefined
    },
    issue: (token, expiresAt) =>
      `${name}=${token}; Expires=${expiresAt.toUTCString()}; ${attributes}`,
    expire: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

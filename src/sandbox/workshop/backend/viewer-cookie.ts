const TOKEN = /^[0-9A-Za-z]{43}$/
/** Where the calls stand that need the cookie. */
export const VIEWER_CALLS = '/api/notifications'

export interface ViewerCookie {
  /** The viewer's token, when the browser has one. */
  read(cookies: string | null): string | undefined
  issue(token: string, expiresAt: Date): string
  forget(): string
}

/** The cookie that says who looks: out of reach of scripts, and sent with calls of our own pages only. */
export function createViewerCookie(checkoutUrl: string): ViewerCookie {
  const isSecure = checkoutUrl.startsWith('https:')
  // `__Host-` keeps neighbouring hosts from setting it, and demands the path `/`. On one's own machine, where ports
  // share their cookies, the path keeps it from whatever else is served there.
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
    forget: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

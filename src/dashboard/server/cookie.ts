import type { Environment } from '../../contract/environment.ts'

const TOKEN = /^[0-9A-Za-z]{43}$/

/** The cookie that holds a session's token: no script reads it, and no other site's request carries it. */
export interface SessionCookie {
  /** The token, if the browser sent one. */
  read(cookies: string | null): string | undefined
  issue(token: string): string
  expire(): string
}

/** It has no end of its own: the browser drops it when it closes, and the server ends the session sooner. */
export function createSessionCookie(adminUrl: string, environment: Environment): SessionCookie {
  const { protocol, hostname } = new URL(adminUrl)
  const isSecure = protocol === 'https:'
  // All ports and both environments of localhost share cookies: there the name tells them apart, and the path limits it.
  const own = hostname === 'localhost' ? `checkout_admin_${environment}` : 'checkout_admin'
  const name = isSecure ? `__Host-${own}` : own
  const attributes = `Path=${isSecure ? '/' : '/api'}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read(cookies) {
      const found = cookies?.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
      const token = found?.slice(name.length + 1)
      return token !== undefined && TOKEN.test(token) ? token : undefined
    },
    issue: (token) => `${name}=${token}; ${attributes}`,
    expire: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

import type { Environment } from '#contract/environment.ts'

const TOKEN = /^[0-9A-Za-z]{43}$/

/** The cookie that holds a session's token: no script reads it, and no other site's request carries it. */
export interface SessionCookie {
  /** The token, if the browser sent one. */
  read(cookies: string | null): string | undefined
  issue(token: string): string
  expire(): string
}

/** The cookie has no expiry: the browser drops it when it closes, and the server ends the session before that. */
export function createSessionCookie(adminUrl: string, environment: Environment): SessionCookie {
  const { protocol, hostname } = new URL(adminUrl)
  const isSecure = protocol === 'https:'
  // All ports of localhost, so both environments, share cookies: there the name has the environment. Without TLS the
  // cookie is sent to `/api` alone.
  const own = hostname === 'localhost' ? `checkout_admin_${environment}` : 'checkout_admin'
  // guard: host-cookie
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

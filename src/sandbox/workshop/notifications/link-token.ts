let token = ''

/**
 * What stands behind the # of a one-time link. It leaves the address at once: no history, no copied address has it.
 * Until it is forgotten, asking again gives it again.
 */
export function takeToken(): string {
  if (location.hash.length > 1) {
    token = location.hash.slice(1)
    history.replaceState(history.state, '', location.pathname)
  }
  return token
}

export function forgetToken(): void {
  token = ''
}

/** A link that is opened where another one was open changes nothing but the hash. */
export function onNewToken(tell: () => void): () => void {
  window.addEventListener('hashchange', tell)
  return () => window.removeEventListener('hashchange', tell)
}

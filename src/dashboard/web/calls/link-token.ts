let token = ''

/**
 * Moves the token of a sign-in link from the address's fragment to memory, so that neither history nor a copied address
 * has it. Returns the same token until `clearToken`.
 */
export function readToken(): string {
  if (location.hash.length > 1) {
    token = location.hash.slice(1)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return token
}

export function clearToken(): void {
  token = ''
}

/** Subscribes to a new token: opening a second link in the same tab changes the fragment only. */
export function onNewToken(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

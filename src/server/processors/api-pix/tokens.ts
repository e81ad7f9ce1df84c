/** A bearer token, and how long it is good. */
export interface Token {
  value: string
  lifetimeMs: number
}

/** The bearer token of an account, shared by all its calls. */
export interface Tokens {
  /** The token, if it has not expired. In the last tenth of its life it is renewed meanwhile, with a pause after a failure. */
  atHand(): string | undefined
  /** A new token. Callers at the same time share one request. */
  next(): Promise<string>
  /** Drops a token that the bank refuses; a newer one stays. */
  forget(value: string): void
}

export function createTokens(request: () => Promise<Token>, nowMs: () => number): Tokens {
  let held: (Token & { sinceMs: number }) | undefined
  let underWay: Promise<string> | undefined
  let pausedUntilMs = -Infinity

  async function renew(): Promise<string> {
    const sinceMs = nowMs()
    try {
      held = { ...(await request()), sinceMs }
      return held.value
    } catch (error) {
      // A bank limits requests for tokens, too: calls with a good token must not each send one.
      if (held !== undefined) pausedUntilMs = nowMs() + held.lifetimeMs * PAUSE
      throw error
    } finally {
      underWay = undefined
    }
  }

  const next = () => (underWay ??= renew())
  return {
    next,
    atHand() {
      if (held === undefined) return undefined
      const now = nowMs()
      const ageMs = now - held.sinceMs
      if (ageMs >= held.lifetimeMs) return undefined
      // Nobody waits for it: the token at hand is still good, and its end brings the error to a caller.
      if (ageMs >= held.lifetimeMs * RENEWED_AT && now >= pausedUntilMs)
        next().catch(() => undefined)
      return held.value
    },
    forget(value) {
      if (held?.value === value) held = undefined
    },
  }
}

/** Parts of a token's life. */
const RENEWED_AT = 0.9
const PAUSE = 0.01

/** What a sequence has seen so far, to detect impossible responses (the rules of RESTler). */
export interface Ledger {
  /** Faults of a response as sentences. `caller` is the authenticated merchant, if any. */
  observe: (call: LedgerCall, answer: { status: number; body: unknown }) => string[]
}

export interface LedgerCall {
  id: string
  caller: string | undefined
  path: string
}

interface KnownSession {
  merchantId: string
  status: string
  version: number
}

/** Written again on purpose: sharing the product's table would share its errors. */
const MOVES: Record<string, readonly string[] | undefined> = {
  open: ['complete', 'canceled', 'expired'],
  canceled: ['complete'],
  expired: ['complete'],
}
const ID = /\b(?:cs|evt|pay|re|dlv)_[0-9A-Za-z]{22}\b/g
const PAYMENT_ID = /\bpay_[0-9A-Za-z]{22}\b/g
const REFERENCE = /^\/v1\/checkout\/([0-9A-Za-z]{33})(?:\/|$)/
const ACCEPTED_MAX = 300

export function createLedger(): Ledger {
  const sessions = new Map<string, KnownSession>()
  const ownerOf = new Map<string, string>()
  const referenceOf = new Map<string, string>()

  /** A merchant's response must not name, or act on, anything of another merchant. */
  function judgeOwner({ id, caller, path }: LedgerCall, text: string): string[] {
    if (caller === undefined) return []
    const named = [...path.matchAll(ID), ...text.matchAll(ID)].map(([name]) => name)
    const faults = named
      .filter((name) => (ownerOf.get(name) ?? caller) !== caller)
      .map((name) => `${id} served ${name}, which is another merchant's`)
    for (const name of named) ownerOf.set(name, caller)
    return faults
  }

  /** A payment belongs to one session, and appears in no other. */
  function judgeParent({ id, path }: LedgerCall, text: string): string[] {
    const reference = REFERENCE.exec(path)?.[1]
    if (reference === undefined) return []
    const faults: string[] = []
    for (const [payment] of [...path.matchAll(PAYMENT_ID), ...text.matchAll(PAYMENT_ID)]) {
      const parent: string = referenceOf.get(payment) ?? reference
      if (parent !== reference) faults.push(`${id} served ${payment} as part of another session`)
      else referenceOf.set(payment, reference)
    }
    return faults
  }

  /** A session exists since an accepted call created it, and changes state only along the allowed moves. */
  function judgeSession({ id }: LedgerCall, session: Session): string[] {
    const { merchantId, status, version } = session
    const before = sessions.get(session.id)
    sessions.set(session.id, { merchantId, status, version })
    if (before === undefined)
      return id === 'createSession' ? [] : [`${id} shows ${session.id}, which no call created`]
    const moves = MOVES[before.status] ?? []
    const mayBe = before.status === status || moves.includes(status)
    return [
      ...(mayBe ? [] : [`${session.id} was ${before.status} and is ${status} in ${id}`]),
      ...(before.merchantId === merchantId ? [] : [`${session.id} has another merchant`]),
      ...(version >= before.version ? [] : [`${session.id} went back to version ${version}`]),
    ]
  }

  return {
    observe(call, { status, body }) {
      if (status >= ACCEPTED_MAX || body === undefined) return []
      const text = JSON.stringify(body)
      return [
        ...judgeOwner(call, text),
        ...judgeParent(call, text),
        ...(call.id.endsWith('Session') || call.id === 'listSessions'
          ? sessionsIn(body).flatMap((session) => judgeSession(call, session))
          : []),
      ]
    },
  }
}

interface Session {
  object: 'session'
  id: string
  merchantId: string
  status: string
  version: number
}

function sessionsIn(body: unknown): Session[] {
  const { data } = Object(body) as { data?: unknown }
  return (Array.isArray(data) ? data : [body]).filter(isSession)
}

function isSession(value: unknown): value is Session {
  return (Object(value) as Partial<Session>).object === 'session'
}

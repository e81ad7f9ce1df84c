import { referenceTrace } from '../log.ts'

const ASSET = /^\/(workshop\/)?assets\/[\w.-]{1,100}$/
const PAGE = /^\/(?:c|api\/checkout)\/([^/]+)/
const OF_EXTENSION = /^(?:[a-z]+-)+extension(?::|$)/
/** A name of a host may have been made of anything. */
const LONG = /[0-9a-z]{33,}/gi
const ORIGIN_LENGTH_MAX = 100
/** Too short for a reference. */
const WORD = /^[a-z-]{1,32}$/

/** The origin of our documents, and what may be said of an address. */
export interface Places {
  /** What of an address may be logged: no address of a session, no query, nothing that a page could have put there. */
  tell(address: string): string
  /** Of an address of a session, what of its reference may be logged. */
  trace(address: string): string | null
}

/** Reduces what browsers tell of addresses. A session's address opens the session, and is never logged. */
export function createPlaces(ownOrigin: string): Places {
  function read(address: string): URL | null {
    return URL.parse(address, ownOrigin)
  }

  return {
    tell(address) {
      // `inline`, `eval`, `data`, `trusted-types-sink`, or the name of a script.
      if (isOfExtension(address)) return 'extension'
      if (WORD.test(address)) return address
      const url = address === '' ? null : read(address)
      if (url === null) return 'unknown'
      if (url.origin === 'null') return url.protocol
      if (url.origin !== ownOrigin) return tellOrigin(url.origin)
      if (ASSET.test(url.pathname)) return url.pathname
      return PAGE.test(url.pathname) ? 'the page itself' : 'our origin'
    },
    trace(address) {
      const url = read(address)
      const reference = url?.origin === ownOrigin ? PAGE.exec(url.pathname)?.[1] : undefined
      return reference === undefined ? null : referenceTrace(reference)
    },
  }
}

function tellOrigin(origin: string): string {
  return origin.replaceAll(LONG, '…').slice(0, ORIGIN_LENGTH_MAX)
}

/** Whether an address is of an extension that somebody has in their browser. */
export function isOfExtension(address: string): boolean {
  return OF_EXTENSION.test(address)
}

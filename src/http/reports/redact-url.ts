import { referenceTrace } from '../log.ts'

const ASSET = /^\/(workshop\/)?assets\/[\w.-]{1,100}$/
const PAGE = /^\/(?:c|api\/checkout)\/([^/]+)/
const OF_EXTENSION = /^(?:[a-z]+-)+extension(?::|$)/
/** A long label of a host name, which could encode data. */
const LONG = /[0-9a-z]{33,}/gi
const ORIGIN_LENGTH_MAX = 100
/** A keyword or a script's name; too short to be a reference. */
const WORD = /^[a-z-]{1,32}$/

/** Redacts the URLs of browser reports. */
export interface UrlRedactor {
  /** The loggable part of a URL: no session's URL, no query, nothing that page content could have put there. */
  redact(address: string): string
  /** The trace (`referenceTrace`) of the reference in a session's URL; `null` for any other URL. */
  trace(address: string): string | null
}

/** Redacts URLs in browser reports. A session's URL grants access to the session and is never logged. */
export function createUrlRedactor(ownOrigin: string): UrlRedactor {
  function read(address: string): URL | null {
    return URL.parse(address, ownOrigin)
  }

  return {
    redact(address) {
      if (isExtensionUrl(address)) return 'extension'
      // A keyword (`inline`, `eval`, `data`, `trusted-types-sink`), or the name of a script.
      if (WORD.test(address)) return address
      const url = address === '' ? null : read(address)
      if (url === null) return 'unknown'
      if (url.origin === 'null') return url.protocol
      if (url.origin !== ownOrigin) return redactOrigin(url.origin)
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

function redactOrigin(origin: string): string {
  return origin.replaceAll(LONG, '…').slice(0, ORIGIN_LENGTH_MAX)
}

/** Whether a URL belongs to a browser extension. */
export function isExtensionUrl(address: string): boolean {
  return OF_EXTENSION.test(address)
}

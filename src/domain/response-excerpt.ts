const EXCERPT_BYTES_MAX = 1024
/** Half of a session's reference is redacted, too: the excerpt may have cut off the rest. */
const REDACTIONS = /(\bwhsec_|\bhp_live_|\bhp_test_|\/c\\?\/(?=[0-9A-Za-z]{16}))[A-Za-z0-9+/=_-]+/g

/**
 * The first KiB of a response body as text that is safe to store and display: well-formed, without control and format
 * characters except line breaks and tabs, with API keys, webhook secrets and the
 * references of sessions redacted (error pages echo them).
 */
export function responseExcerpt(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: false })
  // Decoded as a stream: a character cut at the end is left out instead of becoming U+FFFD.
  const decoded = decoder.decode(bytes.subarray(0, EXCERPT_BYTES_MAX), { stream: true })
  const text = decoded.replace(/[^\P{C}\n\t]/gu, ' ').replace(REDACTIONS, '$1…')
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(EXCERPT_BYTES_MAX))
  return text.slice(0, read)
}

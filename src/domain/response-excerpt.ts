const EXCERPT_BYTES_MAX = 1024
const REDACTIONS = /\b(whsec_|hp_live_|hp_test_)[A-Za-z0-9+/=_-]+/g

/**
 * The first KiB of an answer as text that can be kept and shown: valid UTF-8 whatever came, no control or formatting
 * characters but line breaks and tabs, no secret of ours that a receiver's error page echoes.
 */
export function responseExcerpt(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: false })
  // As a stream, so that a character cut at the end is left out and not shown as damaged.
  const decoded = decoder.decode(bytes.subarray(0, EXCERPT_BYTES_MAX), { stream: true })
  const text = decoded.replace(/[^\P{C}\n\t]/gu, ' ').replace(REDACTIONS, '$1…')
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(EXCERPT_BYTES_MAX))
  return text.slice(0, read)
}

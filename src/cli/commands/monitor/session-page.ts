import { createHash } from 'node:crypto'
import { activeParts } from './active-parts.ts'
import { compareParts } from './compare-documents.ts'
import { compareHeaders } from './compare-headers.ts'
import type { Difference } from './finding.ts'

interface Page {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

const POLICY = 'content-security-policy'
const OWN_STYLE = /<style>(:root\{[^{}<]*\}[^<]*)<\/style>/g
/** Forms of the page lead to itself; without script it asks again by itself. */
const OWN_PARTS = /^<form(?![^>]*\s(action|target)=)[^>]*>$|^<form\b[^>]*\saction="\?[^"]*"[^>]*>$/
const ASKS_AGAIN = /^<meta http-equiv="refresh" content="\d+;url=\?[^"]*">$/

/**
 * Holds the page of a session against the page of none: all that does something is the same, but the merchant's own look,
 * the card's frame, and forms that lead to the page itself.
 */
export function sessionPageDifferences(
  wanted: Page,
  got: Page,
  fieldsUrl: string,
  allowed: readonly string[],
): Difference[] {
  const html = new TextDecoder().decode(got.bytes)
  const own = [...html.matchAll(OWN_STYLE)].map(([, style = '']) => style)
  const found = new Headers(got.headers)
  const policy = found.get(POLICY)
  if (policy !== null) found.set(POLICY, withoutStyles(policy, own))
  const parts = activeParts(html).filter(
    (part) => !OWN_PARTS.test(part) && !ASKS_AGAIN.test(part) && !isFrameOf(part, fieldsUrl),
  )
  const ownParts = own.map((style) => activeParts(`<style>${style}</style>`)[0])
  const wantedParts = activeParts(new TextDecoder().decode(wanted.bytes))
  return [
    ...(got.status === 200 ? [] : [{ what: 'status', expected: '200', found: String(got.status) }]),
    ...compareHeaders(wanted.headers, found, allowed),
    ...compareParts(
      wantedParts,
      parts.filter((part) => wantedParts.includes(part) || !ownParts.includes(part)),
    ),
  ]
}

/** The policy without the hashes of these styles, which the merchant's look has. */
function withoutStyles(policy: string, styles: readonly string[]): string {
  return styles.reduce((rest, style) => {
    const hash = createHash('sha256').update(style).digest('base64')
    return rest.replace(` 'sha256-${hash}'`, '')
  }, policy)
}

function isFrameOf(part: string, fieldsUrl: string): boolean {
  const [, source = ''] = /^<iframe\b[^>]*\ssrc="([^"]*)"[^>]*>$/.exec(part) ?? []
  return source.startsWith(`${fieldsUrl}/card/`)
}

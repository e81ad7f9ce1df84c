import { hash } from 'node:crypto'

/** A CSP hash source for inline text. */
export function sha256(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`
}

/** A Subresource Integrity value. */
export function sha384(bytes: Uint8Array): string {
  return `sha384-${hash('sha384', bytes, 'base64')}`
}

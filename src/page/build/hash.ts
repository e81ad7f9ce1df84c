import { hash } from 'node:crypto'

/** As a Content-Security-Policy names inline text. */
export function sha256(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`
}

/** As Subresource Integrity names a file. */
export function sha384(bytes: Uint8Array): string {
  return `sha384-${hash('sha384', bytes, 'base64')}`
}

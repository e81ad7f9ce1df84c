import type { Places } from './receivers.ts'

/** Unreachable URLs, until an operator sets another. */
export const PLACES = [
  'a certificate of its own',
  'no TLS under https',
  'reads nothing',
  'connection refused',
  'a name that is unknown',
] as const

/** A privileged port, on which nothing listens. */
const CLOSED_PORT = 1

/** The first URL of a receiver of this kind. */
export function urlOf(kind: string, index: number, { plain, untrusted, mute }: Places): string {
  const at = (origin: string) => `${origin}/hooks/${index}`
  switch (kind) {
    case 'a certificate of its own':
      return at(`https://shop.example:${untrusted}`)
    case 'no TLS under https':
      return at(`https://shop.example:${plain}`)
    case 'reads nothing':
      return at(`http://shop.example:${mute}`)
    case 'connection refused':
      return at(`http://shop.example:${CLOSED_PORT}`)
    case 'a name that is unknown':
      return at(`http://shop.invalid:${plain}`)
    default:
      return at(`http://shop.example:${plain}`)
  }
}

export function isPlace(kind: string): boolean {
  return (PLACES as readonly string[]).includes(kind)
}

import { ORIGIN } from './bff.fixture.ts'

const SITES = ['same-origin', 'same-site', 'cross-site', 'none', undefined]
const ORIGINS = [
  ORIGIN,
  'null',
  'https://evil.example',
  'http://localhost:4244',
  'http://localhost:4242.evil.example',
  undefined,
]
/** A literal list, so that the code's rule is not repeated here. */
const OURS = new Set([`same-origin ${ORIGIN}`, 'same-origin undefined', `undefined ${ORIGIN}`])

/** Combinations of `Sec-Fetch-Site` and `Origin`, and whether they are our own page's. */
export const SENDERS = SITES.flatMap((site) =>
  ORIGINS.map((origin) => ({ site, origin, isOurs: OURS.has(`${site} ${origin}`) })),
)

/** Content types of a body. */
export const BODY_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data; boundary=x',
]

export function senderHeaders({ site, origin }: (typeof SENDERS)[number]): Record<string, string> {
  return {
    ...(site !== undefined && { 'sec-fetch-site': site }),
    ...(origin !== undefined && { origin }),
  }
}

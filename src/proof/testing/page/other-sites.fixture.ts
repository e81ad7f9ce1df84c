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
/** Written as a list, so that no rule of the code is written here a second time. */
const OURS = new Set([`same-origin ${ORIGIN}`, 'same-origin undefined', `undefined ${ORIGIN}`])

/** Where a browser may say that a request came from, and whether that is our own page. */
export const SENDERS = SITES.flatMap((site) =>
  ORIGINS.map((origin) => ({ site, origin, isOurs: OURS.has(`${site} ${origin}`) })),
)

/** In which forms a body comes. */
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

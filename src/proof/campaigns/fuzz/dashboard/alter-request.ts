import type { Dice } from '../../shared/dice.ts'
import type { FuzzRequest } from '../make-request.ts'

/** Forms of a request that mean the same as the request. */
export const SAME_MEANING = ['HEAD', 'capitals', 'encoded path']
const IS_ENCODED = 0.2
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g

/** A request in a form of its own: as HEAD, with UUIDs in capitals, with a percent-encoded path, or with a NUL in a text. */
export function alterRequest(dice: Dice, good: FuzzRequest): FuzzRequest {
  const ways = [inCapitals, withEncodedPath, withNul, ...(good.method === 'GET' ? [asHead] : [])]
  return dice.pick(ways)(dice, good)
}

function asHead(_: Dice, good: FuzzRequest): FuzzRequest {
  return { ...good, kind: 'HEAD', method: 'HEAD' }
}

function inCapitals(_: Dice, good: FuzzRequest): FuzzRequest {
  const capital = (text: string) => text.replaceAll(UUID, (id) => id.toUpperCase())
  const { path, body } = good
  return {
    ...good,
    kind: 'capitals',
    path: capital(path),
    body: typeof body === 'string' ? capital(body) : body,
  }
}

function withEncodedPath(dice: Dice, good: FuzzRequest): FuzzRequest {
  const [path = '', ...query] = good.path.split('?')
  const encoded = path.replaceAll(/[\w-]/g, (character) =>
    dice.chance(IS_ENCODED) ? `%${character.charCodeAt(0).toString(16)}` : character,
  )
  return { ...good, kind: 'encoded path', path: [encoded, ...query].join('?') }
}

/** PostgreSQL refuses a NUL in a text. */
function withNul(dice: Dice, good: FuzzRequest): FuzzRequest {
  const [path = '', query = ''] = good.path.split('?')
  const texts = typeof good.body === 'string' ? [...good.body.matchAll(TEXT_IN_JSON)] : []
  if (texts.length > 0) {
    const { index, 0: text } = dice.pick(texts)
    const end = index + text.length - 1
    const body = String(good.body)
    return {
      ...good,
      kind: 'NUL',
      body: `${body.slice(0, end)}${String.raw`\u0000`}${body.slice(end)}`,
    }
  }
  const filters = query.split('&').filter((filter) => filter !== '')
  if (filters.length === 0) return { ...good, kind: 'NUL', path: `${path}%00` }
  const at = dice.below(filters.length)
  const other = filters.with(at, `${filters[at]}%00`).join('&')
  return { ...good, kind: 'NUL', path: `${path}?${other}` }
}

/** A value, not a name. */
const TEXT_IN_JSON = /"(?:[^"\\]|\\.)*"(?!:)/g

import { API_URL } from '../../testing/api-url.ts'
import type { DocumentedCall } from './document.ts'
import { readQuery } from './query.ts'

interface Item {
  id?: unknown
  createdAt?: unknown
  customer?: { email?: unknown } | null
  metadata?: Record<string, unknown>
}

type Fits = (item: Item, sent: unknown) => boolean

const FITS = new Map<string, Fits>([
  ['customerEmail', ({ customer }, sent) => customer?.email === sent],
  [
    'createdAfter',
    ({ createdAt }, sent) => Date.parse(String(createdAt)) >= Date.parse(String(sent)),
  ],
  [
    'createdBefore',
    ({ createdAt }, sent) => Date.parse(String(createdAt)) <= Date.parse(String(sent)),
  ],
  [
    'metadata',
    ({ metadata }, sent) =>
      Object.entries(Object(sent) as object).every(
        ([key, value]) => metadata?.[key.trim()] === String(value),
      ),
  ],
  ...['status', 'paymentStatus', 'orderReference', 'amount', 'type', 'sessionId'].map(
    (name) => [name, isField(name)] as const,
  ),
])

/** Faults: items of a list that the filters of the request leave out, and pages longer than `limit`. */
export function judgeFilters(
  { id, parameters }: DocumentedCall,
  path: string,
  { status, body }: { status: number; body: unknown },
): string[] {
  const items = (Object(body) as { data?: unknown }).data
  if (status >= 300 || !Array.isArray(items)) return []
  const query = readQuery(parameters, new URL(path, API_URL).searchParams)
  return query.flatMap(({ name, values: [sent], documented }) => {
    if (documented === undefined) return []
    if (name === 'limit' && items.length > Number(sent)) return [`${id} listed more than ${name}`]
    const fits = FITS.get(name)
    if (fits === undefined) return []
    return (items as Item[])
      .filter((item) => !fits(item, sent))
      .map((item) => `${id} listed ${String(item.id)}, which ${name} leaves out`)
  })
}

function isField(name: string): Fits {
  return (item, sent) => {
    const [, value] = Object.entries(item).find(([field]) => field === name) ?? []
    return String(value) === String(sent).trim()
  }
}

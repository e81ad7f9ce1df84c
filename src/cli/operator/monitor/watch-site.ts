import { compareDocuments } from './compare-documents.ts'
import { compareHeaders } from './compare-headers.ts'
import { sha384 } from './active-parts.ts'
import type { ExpectedSite, MonitoredSite } from './expected-site.ts'
import type { Difference, Finding } from './finding.ts'
import { readFrameData } from './read-frame-data.ts'
import { sessionPageDifferences } from './session-page.ts'

export interface Watching {
  site: MonitoredSite
  expected: ExpectedSite
  fetch: (request: Request) => Promise<Response>
  /** Also compares this session's page. */
  reference?: string | undefined
  /** Names of headers that the operator's proxy adds. */
  allowedHeaders: readonly string[]
  /** Expected thumbprint (RFC 7638) of the card encryption key. */
  cardKey?: string | undefined
}

export interface Watched {
  findings: Finding[]
  /** The URLs that were compared. */
  addresses: string[]
  cardKey: string | null
}

const NO_SESSION = '/c/monitor'
const TIMEOUT_MS = 15_000
/** Scripts and headers are the same in all languages. */
const FRAME = '/card/en'

interface Got {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

/** Fetches the site from outside and compares it with what this build serves. */
export async function watchSite(watching: Watching): Promise<Watched> {
  const { site, expected, reference, allowedHeaders } = watching
  const findings: Finding[] = []
  const addresses: string[] = []
  let cardKey: string | null = null

  async function compare(
    url: string,
    answer: (request: Request) => Response | Promise<Response>,
    judge: (wanted: Got, got: Got) => Difference[] | Promise<Difference[]>,
  ): Promise<void> {
    addresses.push(url)
    const request = () =>
      new Request(url, {
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'accept-language': 'en' },
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    const wanted = await read(await answer(request()))
    const got = await watching.fetch(request()).then(read, () => undefined)
    const differences =
      got === undefined
        ? [{ what: 'answer', expected: String(wanted.status), found: null }]
        : await judge(wanted, got)
    findings.push(...differences.map((difference) => ({ url, ...difference })))
  }

  const documents = (wanted: Got, got: Got) => [
    ...statusAndHeaders(wanted, got, allowedHeaders),
    ...compareDocuments(text(wanted), text(got)),
  ]

  for (const path of [NO_SESSION, '/'])
    await compare(site.checkoutUrl + path, expected.page, documents)
  if (reference !== undefined)
    await compare(
      `${site.checkoutUrl}/c/${reference}`,
      () => expected.page(new Request(site.checkoutUrl + NO_SESSION)),
      (wanted, got) => sessionPageDifferences(wanted, got, site.fieldsUrl, allowedHeaders),
    )
  for (const { path, sha384: hash } of expected.inventory.filter((entry) =>
    entry.path.startsWith('/'),
  ))
    await compare(site.checkoutUrl + path, expected.page, (wanted, got) => [
      ...statusAndHeaders(wanted, got, allowedHeaders),
      ...changed('script', hash, sha384(got.bytes)),
    ])
  await compare(site.fieldsUrl + FRAME, expected.frame, async (wanted, got) => {
    const [ours, theirs] = await Promise.all([wanted, got].map((one) => readFrameData(text(one))))
    cardKey = theirs?.keyThumbprint ?? null
    return [
      ...statusAndHeaders(wanted, got, allowedHeaders),
      ...compareDocuments(ours?.rest ?? '', theirs?.rest ?? ''),
      ...changed('page that the frame speaks to', ours?.checkoutOrigin, theirs?.checkoutOrigin),
      ...changed('key to which cards are encrypted', watching.cardKey ?? cardKey, cardKey),
    ]
  })
  return { findings, addresses, cardKey }
}

function statusAndHeaders(wanted: Got, got: Got, allowed: readonly string[]): Difference[] {
  return [
    ...changed('status', String(wanted.status), String(got.status)),
    ...compareHeaders(wanted.headers, got.headers, allowed),
  ]
}

function changed(what: string, expected: string | null = null, found: string | null = null) {
  return expected === found ? [] : [{ what, expected, found }]
}

async function read(response: Response): Promise<Got> {
  const { status, headers } = response
  return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

function text({ bytes }: Got): string {
  return new TextDecoder().decode(bytes)
}

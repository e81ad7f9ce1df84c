import { fetchWithin } from '#domain/fetch-within.ts'
import { cardFramePath } from '#domain/methods/card/frame-path.ts'
import { compareDocuments } from './compare-documents.ts'
import { compareHeaders } from './compare-headers.ts'
import { sha384 } from './active-parts.ts'
import type { ExpectedSite, MonitoredSite } from './expected-site.ts'
import type { Difference, Finding } from './finding.ts'
import { type ReadFrame, readFrameData } from './read-frame-data.ts'
import { sessionPageDifferences } from './session-page.ts'

export interface Watching {
  site: MonitoredSite
  expected: ExpectedSite
  fetch: (request: Request) => Promise<Response>
  /** Also compares this session's page, and its card frame. */
  reference?: string | undefined
  /** Origins that the processor lists for the frame of a challenge. Default: none. */
  challengeFrameOrigins?: readonly string[]
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
const REQUEST = {
  headers: { accept: '*/*', 'accept-encoding': 'identity', 'accept-language': 'en' },
  redirect: 'manual',
  timeoutMs: 15_000,
} as const
/** Scripts and headers are the same in all languages. */
const LOCALE = 'en'
const FRAME = `/card/${LOCALE}`
const NO_FRAME = [404, 409]

interface Got {
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

/** Fetches the site from outside and compares it with what this build serves. */
export async function watchSite(watching: Watching): Promise<Watched> {
  const { site, expected, reference, challengeFrameOrigins = [], allowedHeaders } = watching
  const findings: Finding[] = []
  const addresses: string[] = []
  let cardKey: string | null = null

  async function compare(
    url: string,
    answer: (request: Request) => Response | Promise<Response>,
    judge: (wanted: Got, got: Got) => Difference[] | Promise<Difference[]>,
  ): Promise<void> {
    addresses.push(url)
    const wanted = await fetchWithin(async (request) => answer(request), url, REQUEST, read)
    const got = await fetchWithin(watching.fetch, url, REQUEST, read).catch(() => undefined)
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

  async function judgeFrame(url: string, plain: Got, got: Got): Promise<Difference[]> {
    const theirs = await readFrame(got)
    const sealing = async (request: Request) => expected.sealingFrame(request)
    const wanted = theirs.isSealing ? await fetchWithin(sealing, url, REQUEST, read) : plain
    const ours = await readFrame(wanted)
    const wantedKey = watching.cardKey ?? cardKey ?? theirs.keyThumbprint
    cardKey ??= theirs.keyThumbprint
    return [
      ...statusAndHeaders(wanted, got, allowedHeaders),
      ...compareDocuments(ours.rest, theirs.rest),
      ...changed('page that the frame speaks to', ours.checkoutOrigin, theirs.checkoutOrigin),
      ...changed('key to which cards are encrypted', wantedKey, theirs.keyThumbprint),
      ...changed('what the frame seals for', sealsFor(ours), sealsFor(theirs)),
    ]
  }

  /** Compares the card frame of a session. If the session has ended, or takes no cards, the frame is a page of text. */
  async function compareFrameOf(session: string): Promise<void> {
    const url = `${site.fieldsUrl}${cardFramePath(session)}${LOCALE}`
    await compare(url, expected.frame, async (wanted, got) => {
      if (!NO_FRAME.includes(got.status)) return judgeFrame(url, wanted, got)
      const text = new Request(`${site.fieldsUrl}${cardFramePath('none')}${LOCALE}`)
      return documents({ ...(await read(await expected.frame(text))), status: got.status }, got)
    })
  }

  for (const path of [NO_SESSION, '/'])
    await compare(site.checkoutUrl + path, expected.page, documents)
  if (reference !== undefined)
    await compare(
      `${site.checkoutUrl}/c/${reference}`,
      () => expected.page(new Request(site.checkoutUrl + NO_SESSION)),
      (wanted, got) =>
        sessionPageDifferences(
          wanted,
          got,
          { site, reference, challengeFrameOrigins },
          allowedHeaders,
        ),
    )
  for (const { path, sha384: hash } of expected.inventory.filter((entry) =>
    entry.path.startsWith('/'),
  ))
    await compare(site.checkoutUrl + path, expected.page, (wanted, got) => [
      ...statusAndHeaders(wanted, got, allowedHeaders),
      ...changed('script', hash, sha384(got.bytes)),
    ])
  const frameUrl = site.fieldsUrl + FRAME
  await compare(frameUrl, expected.frame, (wanted, got) => judgeFrame(frameUrl, wanted, got))
  if (reference !== undefined) await compareFrameOf(reference)
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

function readFrame(got: Got): Promise<ReadFrame> {
  return readFrameData(text(got))
}

function sealsFor({ isBound }: ReadFrame): string {
  return isBound ? 'one session' : 'no session'
}

function text({ bytes }: Got): string {
  return new TextDecoder().decode(bytes)
}

import { createHash } from 'node:crypto'
import { API_URL } from '../../testing/api-url.ts'
import type { Dice } from '../shared/dice.ts'
import { curlOf } from './curl.ts'
import type { DocumentedCall } from './document.ts'
import type { Known } from './draw-value.ts'
import { parse, type Judge, type Received } from './judge.ts'
import { createLedger } from './ledger.ts'
import { makeRequest, spoilRequest, type FuzzRequest, type Keys } from './make-request.ts'
import { createPool, withAlien, type Pool } from './pool.ts'
import { createSource } from './source.ts'
import { beginStory, type Story } from './stories.ts'
import type { FuzzStage, Party } from './stage.ts'

export const REQUESTS_IN_SEQUENCE = 100

export interface Failure {
  seed: number
  /** Position in the sequence, from 1. */
  request: number
  kind: string
  curl: string
  status: number
  answer: string
  faults: string[]
}

export interface SequenceResult {
  seed: number
  /** Hash of the kind, method, call and status of every request: equal for equal seeds. */
  hash: string
  failures: Failure[]
  outcomes: Map<string, number>
  durationsMs: number[]
  trace: string[]
}

export function emptyResult(seed: number): SequenceResult {
  return { seed, hash: '', failures: [], outcomes: new Map(), durationsMs: [], trace: [] }
}

const OPENING = ['createSession', 'createSession', 'createSession', 'createPayment']
/** Calls that create come most often, then calls that change: most calls need an id. */
const CREATES_WEIGHT = 8
const CHANGES_WEIGHT = 3
/** The factor for calls whose id no response has named yet: with a made-up id they only get 404. */
const LACKS_ID = 0.2
const IS_SPOILED = 0.4
/** Rare, since it takes time: with an endpoint, many deliveries fall due when the clock advances. */
const HAS_CALLBACK = 0.1
const CALLBACK_URL = 'https://store.example/webhooks'
const IS_OTHER_MERCHANT = 0.3
const NAMES_ALIEN = 0.1
const BEGINS_STORY = 0.03
const ANSWER_MAX = 600
const WAITS_MS = 20

/** Makes the calls of a seed for two merchants of its own, and judges every response. */
export async function runSequence(
  stage: FuzzStage,
  judge: Judge,
  seed: number,
): Promise<SequenceResult> {
  const source = createSource(seed)
  const { dice } = source
  const { document } = stage
  const callbackUrl = dice.chance(HAS_CALLBACK) ? CALLBACK_URL : null
  const parties = [await stage.newParty(callbackUrl), await stage.newParty(null)] as const
  const people = parties.map((party) => ({ party, pool: poolOf(stage, party) }))
  const ledger = createLedger()
  const result = emptyResult(seed)
  let stories = 0
  let told: { story: Story; by: typeof people } | undefined
  for (let count = 0; count < REQUESTS_IN_SEQUENCE; count++) {
    const drawn = dice.chance(IS_OTHER_MERCHANT) ? people.toReversed() : people
    if (told?.story.next() === undefined) told = undefined
    const isDue = stories === 0 || dice.chance(BEGINS_STORY)
    if (count >= OPENING.length && isDue && told === undefined)
      told = { story: beginStory(document, seed + stories++), by: drawn }
    const [own, alien] = told?.by ?? drawn
    if (own === undefined || alien === undefined) throw new Error('there are no merchants')
    const step = told?.story.next()
    const strange = told === undefined && count >= OPENING.length ? NAMES_ALIEN : 0
    const anybody = withAlien(own.pool, alien.pool, dice, strange)
    const known = told?.story.known(anybody) ?? anybody
    const drawing = { document, source, known }
    const keys: Keys = { merchant: own.party.apiKey, checkout: stage.checkoutKey }
    const wanted = step?.id ?? OPENING[count]
    const call = chooseCall(document.calls, wanted, { dice, known: own.pool })
    const good = makeRequest(drawing, keys, call, step?.body)
    const isSpoiled = count >= OPENING.length && dice.chance(IS_SPOILED)
    const sent = await stage.inEnvelope(isSpoiled ? spoilRequest(drawing, good) : good)
    const startedMs = performance.now()
    const { method, received } = await send(stage, sent)
    result.durationsMs.push(performance.now() - startedMs)
    const isAccepted = received.status < 300
    if (isAccepted) own.pool.learn(received.body)
    // A mutated call is made again as documented.
    if (!isSpoiled) told?.story.answered(isAccepted, received.body)
    const outcome = `${call.id} ${received.status}`
    result.outcomes.set(outcome, (result.outcomes.get(outcome) ?? 0) + 1)
    result.trace.push(`${count + 1} ${sent.kind}: ${method} ${call.id}: ${received.status}`)
    const caller = callerOf(sent, parties)
    const path = decodedPath(sent)
    const faults = [
      ...judge({ ...sent, method }, received),
      ...(method === call.method ? ledger.observe({ id: call.id, caller, path }, received) : []),
      ...stage.takeErrors().map((line) => `an error was logged: ${line}`),
    ]
    if (faults.length > 0) result.failures.push(failureOf(seed, count + 1, sent, received, faults))
  }
  result.hash = createHash('sha256').update(result.trace.join('\n')).digest('hex').slice(0, 12)
  return result
}

function poolOf({ document, checkoutKey, sealedCards }: FuzzStage, party: Party): Pool {
  return createPool(document, {
    merchantId: [party.id],
    currency: ['BRL'],
    successUrl: ['https://store.example/ok?s={SESSION_ID}'],
    cancelUrl: ['https://store.example/cart'],
    encrypted: sealedCards,
    'X-Api-Key': [party.apiKey, checkoutKey],
  })
}

function chooseCall(
  calls: readonly DocumentedCall[],
  opening: string | undefined,
  { dice, known }: { dice: Dice; known: Known },
): DocumentedCall {
  const weighed = calls.map(
    (call) => [weightOf(call) * (lacksId(call, known) ? LACKS_ID : 1), call] as const,
  )
  return calls.find(({ id }) => id === opening) ?? dice.weigh(weighed)
}

/** Whether a path parameter of the call needs an id, and no response has named one that fits. */
function lacksId({ parameters }: DocumentedCall, known: Known): boolean {
  return parameters.some(
    ({ in: place, schema: { pattern } }) =>
      place === 'path' && pattern !== undefined && known.matching(pattern).length === 0,
  )
}

function weightOf({ responses, examples }: DocumentedCall): number {
  if ('201' in responses) return CREATES_WEIGHT
  return examples.length > 0 ? CHANGES_WEIGHT : 1
}

/** A long poll is aborted after a moment, and answered with the present state. */
async function send({ fetch }: FuzzStage, { method, path, headers, body }: FuzzRequest) {
  const request = new Request(API_URL + path, {
    method,
    headers,
    ...(body !== undefined && { body: body as BodyInit }),
    ...(path.includes('waitSeconds') && { signal: AbortSignal.timeout(WAITS_MS) }),
  })
  const response = await fetch(request)
  const text = await response.text()
  const received: Received = {
    status: response.status,
    headers: response.headers,
    text,
    body: parse(text),
  }
  return { method: request.method, received }
}

/** The authenticated merchant of a request; undefined for the page's backend. */
function callerOf({ headers }: FuzzRequest, parties: readonly Party[]): string | undefined {
  return parties.find(({ apiKey }) => apiKey === headers['X-Api-Key']?.trim())?.id
}

function decodedPath({ path }: FuzzRequest): string {
  const { pathname } = new URL(API_URL + path)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

function failureOf(
  seed: number,
  request: number,
  sent: FuzzRequest,
  { status, text }: Received,
  faults: string[],
): Failure {
  const answer = text.slice(0, ANSWER_MAX)
  return { seed, request, kind: sent.kind, curl: curlOf(sent, API_URL), status, answer, faults }
}

import { createHash } from 'node:crypto'
import { Me } from '#contract/dashboard/me.ts'
import { MERCHANT_ROLES, OPERATOR_ROLES, type Membership } from '#contract/dashboard/roles.ts'
import type { Dice } from '../../shared/dice.ts'
import { curlOf } from '../curl.ts'
import type { DocumentedCall, JsonSchema } from '../document.ts'
import { drawValue, type Drawing, type Known } from '../draw-value.ts'
import { parse, type Received } from '../judge.ts'
import { spoilRequest, type FuzzRequest } from '../make-request.ts'
import { emptyResult, REQUESTS_IN_SEQUENCE, type SequenceResult } from '../run-sequence.ts'
import { createSource } from '../source.ts'
import { alterRequest, SAME_MEANING } from './alter-request.ts'
import { callOf, callsOf, type DashboardCall } from './calls.ts'
import { judgeDashboard, type Asked } from './judge.ts'
import { createMadeLinks, type MadeLinks } from './made-links.ts'
import {
  ADMIN_URL,
  type DashboardStage,
  type LinkMaker,
  type Person,
  type Tenant,
} from './stage.ts'

const IS_SPOILED = 0.3
const IS_ALTERED = 0.25
const IS_FROM_ELSEWHERE = 0.05
const FROM_ELSEWHERE = 'from elsewhere'
const ENDS_A_MAKER = 0.02
const PEOPLE_MAX = 10
const IS_NOBODY = 0.05
const NAMES_OPERATOR = 0.1
const USES_KNOWN = 0.95
const TAKES_ALIEN = 0.6
const USES_LEARNED = 0.5
const NAMES_ALIEN = 0.15
const LEARNED_MAX = 60
const ANSWER_MAX = 600
const NOTHING_RECORDED = { reads: 0, acts: 0 }
const ID =
  /\b(?:cs|pay|re|evt|key|usr)_[0-9A-Za-z]{22}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g
const FREE_PATH = /:(\w+)/g

/** Makes the calls of a seed as people of the operator and of two merchants of its own, and judges every response. */
export async function runDashboardSequence(
  stage: DashboardStage,
  seed: number,
): Promise<SequenceResult> {
  const source = createSource(seed)
  const { dice } = source
  const tenants = [await stage.newTenant(`${seed}-east`), await stage.newTenant(`${seed}-west`)]
  const people: Person[] = []
  for (const role of ['admin', dice.pick(OPERATOR_ROLES)] as const)
    people.push(await stage.enter({ merchantId: null, role }))
  for (const { merchantId } of tenants)
    for (const role of ['owner', dice.pick(MERCHANT_ROLES)] as const)
      people.push(await stage.enter({ merchantId, role }))
  const calls = callsOf(stage.routes)
  const learned = new Map(people.map(({ address }) => [address, [] as string[]]))
  const links = createMadeLinks()
  const result = emptyResult(seed)
  for (let count = 0; count < REQUESTS_IN_SEQUENCE; count++) {
    stage.passTime()
    if (links.makers().length > 0 && dice.chance(ENDS_A_MAKER))
      await stage.disable(dice.pick(links.makers()))
    const person = dice.pick(people)
    const isSignedIn = !dice.chance(IS_NOBODY)
    const drawn = dice.weigh(calls.map((one) => [one.weight, one] as const))
    const known = knownOf(dice, person, {
      tenants,
      people,
      tokens: links.tokens(),
      learned: learned.get(person.address) ?? [],
    })
    const drawing: Drawing = { document: NO_DOCUMENT, source, known }
    const good = makeRequest(drawing, drawn, isSignedIn ? person.cookie : undefined)
    const sent = formOf(drawing, good)
    const body = typeof sent.body === 'string' ? parse(sent.body) : undefined
    const call = callOf(calls, { ...sent, body })
    const before = await stateOf(stage, person, links.makerOf(sent))
    const expected = await askedPlainly(stage, good, sent, person)
    const isCounted = sent.method === 'HEAD' || call?.showsPerson === true
    const recorded = isCounted ? await stage.recordedOf(person) : NOTHING_RECORDED
    const startedMs = performance.now()
    const { received, cookie } = await send(stage, sent, person)
    result.durationsMs.push(performance.now() - startedMs)
    const after = isCounted ? await stage.recordedOf(person) : NOTHING_RECORDED
    const guest = guestOf(sent, received, { ...person, cookie }, links)
    const outcome = `${drawn.id} ${received.status}`
    if (call === drawn) result.outcomes.set(outcome, (result.outcomes.get(outcome) ?? 0) + 1)
    result.trace.push(
      `${count + 1} ${sent.kind}: ${drawn.id} by ${person.membership.role}: ${received.status}`,
    )
    const faults = [
      ...judgeDashboard(
        {
          call,
          method: sent.method,
          isFromElsewhere: sent.kind === FROM_ELSEWHERE,
          isSpoiled: sent.kind !== good.kind && !SAME_MEANING.includes(sent.kind),
          isSignedIn,
          path: sent.path,
          body,
          ...before,
          // The answer to a traded link is for the person who signs in by it.
          ...(guest && { rights: await stage.rightsOf(guest) }),
          recorded: { reads: after.reads - recorded.reads, acts: after.acts - recorded.acts },
          held: stage.heldBy(person),
          tenants,
        },
        received,
      ),
      ...(expected === undefined || expected === received.status
        ? []
        : [
            `the status is ${received.status}, and of the same request as it is written ${expected}`,
          ]),
      ...stage.takeErrors().map((line) => `an error was logged: ${line}`),
      ...(count === REQUESTS_IN_SEQUENCE - 1 ? await stage.verifyLog() : []),
    ]
    if (faults.length > 0)
      result.failures.push({
        seed,
        request: count + 1,
        kind: sent.kind,
        curl: curlOf(sent, ADMIN_URL),
        status: received.status,
        answer: received.text.slice(0, ANSWER_MAX),
        faults,
      })
    links.learn(drawn, sent, received, person)
    learn(learned.get(person.address) ?? [], received)
    if (guest !== undefined) {
      if (isSignedIn) await comeBack(stage, people, person, learned)
      if (people.length < PEOPLE_MAX) people.push(guest)
      learned.set(guest.address, learned.get(guest.address) ?? [])
    } else if (isSignedIn && cookie !== undefined) person.cookie = cookie
    if (isSignedIn && received.status === 401) await comeBack(stage, people, person, learned)
  }
  result.hash = createHash('sha256').update(result.trace.join('\n')).digest('hex').slice(0, 12)
  return result
}

/** The request as it is sent: as it is, in another form of the same meaning, spoiled, or from another site. */
function formOf(drawing: Drawing, good: FuzzRequest): FuzzRequest {
  const { dice } = drawing.source
  if (dice.chance(IS_FROM_ELSEWHERE)) return fromElsewhere(dice, good)
  if (dice.chance(IS_ALTERED)) return alterRequest(dice, good)
  return dice.chance(IS_SPOILED) ? spoilRequest(drawing, good) : good
}

/** The rights by which a request is judged, before it is made. */
async function stateOf(
  stage: DashboardStage,
  person: Person,
  traded: LinkMaker | undefined,
): Promise<Pick<Asked, 'rights' | 'maker'>> {
  const maker = traded ?? person.maker
  return {
    rights: await stage.rightsOf(person),
    maker: maker && { rights: await stage.rightsOf(maker), merchantId: maker.merchantId },
  }
}

/** The status of a read as it is written, when the request is the same read in another form. */
async function askedPlainly(
  stage: DashboardStage,
  good: FuzzRequest,
  { kind }: FuzzRequest,
  person: Person,
): Promise<number | undefined> {
  if (good.method !== 'GET' || !SAME_MEANING.includes(kind)) return undefined
  return (await send(stage, good, person)).received.status
}

/** Who came by the link that a request traded; undefined for other requests and for a link that did not open a session. */
function guestOf(
  sent: FuzzRequest,
  { body }: Received,
  browser: Pick<Person, 'address' | 'cookie'>,
  links: MadeLinks,
): Person | undefined {
  const maker = links.makerOf(sent)
  const me = Me.safeParse(body)
  if (maker === undefined || !me.success || browser.cookie === undefined) return undefined
  const [first] = me.data.memberships
  const membership = (first ?? { merchantId: maker.merchantId, role: 'viewer' }) as Membership
  return { ...browser, userId: me.data.user.id, membership, maker }
}

/** The schemas of the dashboard hold no references. */
const NO_DOCUMENT: Drawing['document'] = {
  schemas: {},
  headers: {},
  calls: [],
  resolve: (schema) => schema,
  callsAt: () => [],
}

interface Surroundings {
  tenants: readonly Tenant[]
  people: readonly Person[]
  /** Of sign-in links. */
  tokens: readonly string[]
  learned: readonly string[]
}

/** Values with a meaning: mostly of the person's own merchant, sometimes of the other one, and ids from earlier answers. */
function knownOf(
  dice: Dice,
  { membership }: Person,
  { tenants, people, tokens, learned }: Surroundings,
): Known {
  const isOwn = ({ merchantId }: Tenant) =>
    membership.merchantId === null || membership.merchantId === merchantId
  const alien = dice.chance(NAMES_ALIEN)
  const tenant = dice.pick(
    tenants.filter((one) => membership.merchantId === null || isOwn(one) !== alien),
  )
  // Sometimes a dashboard action at one merchant on an object of another one.
  const of = dice.chance(TAKES_ALIEN) ? dice.pick(tenants) : tenant
  const payments = [of.paid, of.unknown, of.mismatched, of.owed]
  const ids = [
    of.openSessionId,
    of.keyId,
    of.eventId,
    of.userId,
    of.invitationId,
    ...payments.flatMap(({ sessionId, paymentId }) => [sessionId, paymentId]),
    ...(learned.length > 0 && dice.chance(USES_LEARNED) ? [dice.pick(learned)] : []),
  ]
  const operator = membership.merchantId === null || dice.chance(NAMES_OPERATOR) ? [null] : []
  const values: Record<string, readonly unknown[] | undefined> = {
    merchantId: [tenant.merchantId, tenant.merchantId, ...operator],
    merchant: [tenant.merchantId],
    currency: ['BRL'],
    country: ['BR'],
    tz: ['UTC', 'America/Sao_Paulo'],
    from: ['2026-11-01'],
    to: ['2026-11-30'],
    amount: [1, 990, 1990],
    columns: ['createdAt'],
    url: ['https://store.example/hooks'],
    list: ['payments', 'refunds'],
    subject: ids,
    actor: ids,
    text: [of.shopperEmail, of.orderReference, of.apiKey, of.merchantId, ...ids],
    q: ['Loja', of.merchantId, of.orderReference.replace('order-', '')],
    paymentId: payments.map(({ paymentId }) => paymentId),
    event: [of.eventId],
    userId: [of.userId, ...people.map(({ userId }) => userId)],
    token: tokens,
    id: ids,
  }
  return {
    named: (name) => values[name] ?? [],
    matching(pattern) {
      if (!/\{22\}\$|\{8\}-/.test(pattern)) return []
      const test = new RegExp(pattern)
      return ids.filter((id) => test.test(id))
    },
    like: () => [],
  }
}

function makeRequest(
  drawing: Drawing,
  call: DashboardCall,
  cookie: string | undefined,
): FuzzRequest {
  const { dice } = drawing.source
  const path = call.path.replaceAll(FREE_PATH, (_, name: string) => {
    const text = dice.chance(USES_KNOWN) ? dice.pick(textsOf(drawing, name)) : 'x'
    return encodeURIComponent(text)
  })
  const asked = call.query === undefined ? {} : (drawValue(drawing, call.query) as object)
  const query = new URLSearchParams(
    Object.entries(asked).map(([name, value]): [string, string] => [
      name,
      String(value).toWellFormed(),
    ]),
  ).toString()
  const body = call.body && JSON.stringify(actionOf(call, drawValue(drawing, call.body)))
  return {
    call: documented(call),
    kind: 'as in the contract',
    method: call.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      ...(cookie !== undefined && { Cookie: cookie }),
      ...(call.method === 'POST' && {
        Origin: ADMIN_URL,
        'X-Checkout': '1',
        'Content-Type': 'application/json',
      }),
      ...(call.dashboardAction !== undefined && { 'Idempotency-Key': `fuzz-${dice.below(1000)}` }),
    },
    body,
  }
}

/** The body of a dashboard action, mostly without the signature, which the sandbox does not need. */
function actionOf({ dashboardAction }: DashboardCall, body: unknown): unknown {
  if (dashboardAction === undefined) return body
  const { signature, ...rest } = body as { signature?: { ceremonyId?: string } }
  const isSent = signature?.ceremonyId?.startsWith('0') === true
  return isSent ? { ...rest, signature } : rest
}

function textsOf({ known }: Drawing, name: string): string[] {
  const named = known.named(name).filter((value) => typeof value === 'string')
  return named.length > 0 ? named : ['x']
}

/** The call in the form that `spoilRequest` takes. */
function documented({ id, method, path, query }: DashboardCall): DocumentedCall {
  const parameters = Object.entries(query?.properties ?? {}).map(
    ([name, schema]: [string, JsonSchema]) => ({
      name,
      in: 'query' as const,
      required: false,
      schema,
    }),
  )
  return {
    id,
    method,
    path,
    keyKind: undefined,
    parameters,
    body: undefined,
    examples: [],
    responses: {},
  }
}

/** The request as a browser sends it on behalf of another site's page. */
function fromElsewhere(dice: Dice, good: FuzzRequest): FuzzRequest {
  const { 'X-Checkout': _own, ...headers } = good.headers
  const site = { 'Sec-Fetch-Site': dice.pick(['cross-site', 'same-site']) }
  const changes =
    good.method === 'GET'
      ? [site]
      : [site, { 'X-Checkout': '1', Origin: 'https://evil.example' }, {}, { Origin: 'null' }]
  return { ...good, kind: FROM_ELSEWHERE, headers: { ...headers, ...dice.pick(changes) } }
}

async function send(
  stage: DashboardStage,
  { method, path, headers, body }: FuzzRequest,
  { address }: Person,
): Promise<{ received: Received; cookie: string | undefined }> {
  const request = new Request(ADMIN_URL + path, {
    method,
    headers,
    ...(body !== undefined && { body: body as BodyInit }),
  })
  const response = await stage.fetch(request, address)
  const text = await response.text()
  const received = {
    status: response.status,
    headers: response.headers,
    text,
    body: parse(text),
  }
  return { received, cookie: response.headers.get('set-cookie')?.split(';')[0] }
}

/** Adds the ids in an answer to those for later requests. */
function learn(ids: string[], { text }: Received): void {
  for (const [id] of text.matchAll(ID)) if (!ids.includes(id)) ids.push(id)
  ids.splice(0, ids.length - LEARNED_MAX)
}

/** Replaces a person who was signed out by a new one with the same role and the same learned ids; a guest leaves. */
async function comeBack(
  stage: DashboardStage,
  people: Person[],
  person: Person,
  learned: Map<string, string[]>,
): Promise<void> {
  // A guest has no other way in than their link.
  if (person.maker !== undefined) {
    people.splice(people.indexOf(person), 1)
    return
  }
  const next = await stage.enter(person.membership)
  people[people.indexOf(person)] = next
  learned.set(next.address, learned.get(person.address) ?? [])
}

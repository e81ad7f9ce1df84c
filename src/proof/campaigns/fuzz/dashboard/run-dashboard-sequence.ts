import { createHash } from 'node:crypto'
import { MERCHANT_ROLES, OPERATOR_ROLES } from '#contract/dashboard/roles.ts'
import type { Dice } from '../../shared/dice.ts'
import { curlOf } from '../curl.ts'
import type { DocumentedCall, JsonSchema } from '../document.ts'
import { drawValue, type Drawing, type Known } from '../draw-value.ts'
import { parse, type Received } from '../judge.ts'
import { spoilRequest, type FuzzRequest } from '../make-request.ts'
import { emptyResult, REQUESTS_IN_SEQUENCE, type SequenceResult } from '../run-sequence.ts'
import { createSource } from '../source.ts'
import { callsOf, type DashboardCall } from './calls.ts'
import { judgeDashboard } from './judge.ts'
import { ADMIN_URL, type DashboardStage, type Person, type Tenant } from './stage.ts'

const IS_SPOILED = 0.3
const IS_FROM_ELSEWHERE = 0.05
const IS_NOBODY = 0.05
const NAMES_OPERATOR = 0.1
const USES_KNOWN = 0.95
const TAKES_ALIEN = 0.6
const USES_LEARNED = 0.5
const NAMES_ALIEN = 0.15
const LEARNED_MAX = 60
const ANSWER_MAX = 600
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
  const result = emptyResult(seed)
  for (let count = 0; count < REQUESTS_IN_SEQUENCE; count++) {
    stage.passTime()
    const person = dice.pick(people)
    const isSignedIn = !dice.chance(IS_NOBODY)
    const call = dice.weigh(calls.map((one) => [one.weight, one] as const))
    const known = knownOf(dice, person, tenants, learned.get(person.address) ?? [])
    const drawing: Drawing = { document: NO_DOCUMENT, source, known }
    const good = makeRequest(drawing, call, isSignedIn ? person.cookie : undefined)
    const isFromElsewhere = dice.chance(IS_FROM_ELSEWHERE)
    const isSpoiled = !isFromElsewhere && dice.chance(IS_SPOILED)
    const spoilt = isSpoiled ? spoilRequest(drawing, good) : good
    const sent = isFromElsewhere ? fromElsewhere(dice, good) : spoilt
    const rights = await stage.rightsOf(person)
    const startedMs = performance.now()
    const { received, cookie } = await send(stage, sent, person)
    result.durationsMs.push(performance.now() - startedMs)
    const isOther = sent.kind === 'path' || sent.kind === 'method'
    const outcome = `${call.id} ${received.status}`
    if (!isOther) result.outcomes.set(outcome, (result.outcomes.get(outcome) ?? 0) + 1)
    result.trace.push(
      `${count + 1} ${sent.kind}: ${call.id} by ${person.membership.role}: ${received.status}`,
    )
    const faults = [
      ...judgeDashboard(
        {
          call: isOther ? undefined : call,
          isFromElsewhere,
          isSpoiled,
          isSignedIn,
          path: sent.path,
          body: typeof sent.body === 'string' ? parse(sent.body) : undefined,
          rights,
          tenants,
        },
        received,
      ),
      ...stage.takeErrors().map((line) => `an error was logged: ${line}`),
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
    learn(learned.get(person.address) ?? [], received)
    if (isSignedIn && cookie !== undefined) person.cookie = cookie
    if (isSignedIn && received.status === 401) await comeBack(stage, people, person, learned)
  }
  result.hash = createHash('sha256').update(result.trace.join('\n')).digest('hex').slice(0, 12)
  return result
}

/** The schemas of the dashboard hold no references. */
const NO_DOCUMENT: Drawing['document'] = {
  schemas: {},
  headers: {},
  calls: [],
  resolve: (schema) => schema,
  callsAt: () => [],
}

/** Values with a meaning: mostly of the person's own merchant, sometimes of the other one, and ids from earlier answers. */
function knownOf(
  dice: Dice,
  { membership }: Person,
  tenants: readonly Tenant[],
  learned: readonly string[],
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
  return { ...good, kind: 'from elsewhere', headers: { ...headers, ...dice.pick(changes) } }
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

/** Replaces a person who was signed out by a new one with the same role and the same learned ids. */
async function comeBack(
  stage: DashboardStage,
  people: Person[],
  person: Person,
  learned: Map<string, string[]>,
): Promise<void> {
  const next = await stage.enter(person.membership)
  people[people.indexOf(person)] = next
  learned.set(next.address, learned.get(person.address) ?? [])
}

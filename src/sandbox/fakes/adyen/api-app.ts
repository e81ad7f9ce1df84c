import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Adyen } from './deps.ts'
import { underKey, type Answer } from './keys.ts'
import { errorResponse, liveThrough } from './live-through.ts'
import type { Merchant } from './merchants.ts'
import { cancelByReference, modify } from './modifications.ts'
import { answerDetails, makePayment } from './payments.ts'
import { MethodsRequest, readRequest } from './requests.ts'
import { ServiceError, unauthorized } from './service-error.ts'

interface Call {
  adyen: Adyen
  merchant: Merchant
  body: unknown
  /** Of the payment, from the path. */
  psp: string
}

interface Operation {
  path: string
  status: 200 | 201
  /** `/payments/details` names no merchant account. */
  hasAccount: boolean
  answer: (call: Call) => object | Promise<object>
}

/** The operations of v72 that the fake offers. */
const OPERATIONS: readonly Operation[] = [
  {
    path: '/payments',
    status: 200,
    hasAccount: true,
    answer: ({ adyen, merchant, body }) => makePayment(adyen, merchant, body),
  },
  {
    path: '/payments/details',
    status: 200,
    hasAccount: false,
    answer: ({ adyen, merchant, body }) => answerDetails(adyen, merchant, body),
  },
  ...(['capture', 'refund', 'reversal', 'cancel'] as const).map((kind): Operation => ({
    path: `/payments/:psp/${kind}s`,
    status: 201,
    hasAccount: true,
    answer: ({ adyen, merchant, ...call }) => modify(adyen, merchant, kind, call),
  })),
  {
    path: '/cancels',
    status: 201,
    hasAccount: true,
    answer: ({ adyen, merchant, body }) => cancelByReference(adyen, merchant, body),
  },
  { path: '/paymentMethods', status: 200, hasAccount: true, answer: listMethods },
]

const BODY_CHARACTERS_MAX = 200_000

/** The API below `/v72`. */
export function createApiApp(adyen: Adyen): Hono {
  const app = new Hono()
  app.onError((error) => {
    if (error instanceof ServiceError) return errorResponse(error)
    throw error
  })
  for (const operation of OPERATIONS)
    app.post(`/v72${operation.path}`, (c) =>
      liveThrough(adyen, adyen.badDays.draw('call', `POST ${operation.path}`), async () => {
        try {
          return await answer(adyen, operation, c)
        } catch (error) {
          // A refusal is an answer like any other, which a bad day may lose.
          if (error instanceof ServiceError) return errorResponse(error)
          throw error
        }
      }),
    )
  return app
}

async function answer(adyen: Adyen, operation: Operation, c: Context): Promise<Response> {
  const own = adyen.merchants.filter(({ apiKey }) => apiKey === c.req.header('x-api-key'))
  const [anyOwn] = own
  if (anyOwn === undefined) throw unauthorized()
  const text = await c.req.text()
  const body = parse(text)
  const account = Account.safeParse(body).data?.merchantAccount
  const merchant = operation.hasAccount ? own.find((one) => one.account === account) : anyOwn
  if (merchant === undefined)
    throw new ServiceError(403, '901', 'Invalid Merchant Account', { errorType: 'security' })
  const key = c.req.header('idempotency-key')
  const { pathname } = new URL(c.req.url)
  const { status, body: answered } = await underKey(
    adyen,
    merchant,
    { key, request: `${pathname} ${text}` },
    async (): Promise<Answer> => ({
      status: operation.status,
      body: await operation.answer({ adyen, merchant, body, psp: c.req.param('psp') ?? '' }),
    }),
  )
  return Response.json(answered, {
    status,
    headers: { ...(key !== undefined && { 'idempotency-key': key }) },
  })
}

const Account = z.looseObject({ merchantAccount: z.string() })

/** The methods of an account: cards alone. */
function listMethods({ body }: Call): object {
  readRequest(MethodsRequest, body)
  const brands = ['visa', 'mc', 'amex', 'elo', 'hipercard', 'maestro']
  return { paymentMethods: [{ type: 'scheme', name: 'Cards', brands }] }
}

function parse(text: string): unknown {
  try {
    if (text.length <= BODY_CHARACTERS_MAX) return JSON.parse(text)
  } catch {
    // Answered below.
  }
  throw new ServiceError(400, '702', 'Unexpected input: ", expected: }')
}

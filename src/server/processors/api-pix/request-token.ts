import { AnswerBroken, NotConnected, type HttpCall, type Transport } from '../http/http.ts'
import { SCOPES } from './dialects.ts'
import { TokenAnswer, TokenProblem } from './messages.ts'
import { parseJson } from '../parse-json.ts'
import type { Account } from './settings.ts'
import type { Token } from './tokens.ts'

/** No token was given. The message holds no secret. */
export class NoToken extends Error {
  override name = 'NoToken'
  /** Something did answer, if only the page of a firewall. */
  readonly hasAnswered: boolean

  constructor(message: string, hasAnswered: boolean) {
    super(message)
    this.hasAnswered = hasAnswered
  }
}

/** Asks for a token by client credentials (RFC 6749, section 4.4). Throws `NoToken`. */
export async function requestToken(
  transport: Transport,
  account: Account,
  timeoutMs: number,
): Promise<Token> {
  const { status, text } = await send(transport, { ...tokenCall(account), timeoutMs })
  const body = parseJson(text)
  const answer = TokenAnswer.safeParse(body)
  if (status < 200 || status > 299 || !answer.success) {
    const problem = TokenProblem.safeParse(body).data ?? ''
    throw new NoToken(`the request for a token was answered with ${status} ${problem}`.trim(), true)
  }
  return { value: answer.data.access_token, lifetimeMs: answer.data.expires_in * 1000 }
}

async function send(transport: Transport, call: HttpCall) {
  try {
    return await transport(call)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown error'
    throw new NoToken(
      error instanceof NotConnected
        ? `no connection to the server of tokens: ${why}`
        : `the request for a token was not answered: ${why}`,
      error instanceof AnswerBroken,
    )
  }
}

function tokenCall({
  endpoints,
  rules,
  clientId,
  clientSecret,
}: Account): Omit<HttpCall, 'timeoutMs'> {
  const isInBody = rules.credentials === 'body'
  const fields = {
    grant_type: 'client_credentials',
    ...(rules.namesScopes && { scope: SCOPES }),
    ...(isInBody && { client_id: clientId, client_secret: clientSecret }),
  }
  const isForm = rules.tokenBody === 'form'
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return {
    method: 'POST',
    url: endpoints.token,
    headers: {
      accept: 'application/json',
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(!isInBody && { authorization: `Basic ${basic}` }),
    },
    body: isForm ? new URLSearchParams(fields).toString() : JSON.stringify(fields),
  }
}

import { Session } from '#contract/session.ts'
import { newSessionBody } from './session-body.ts'
import { openShop, type Shop } from './stage/open-shop.ts'
import { profileOptions, startServerProcess, type ServerProcess } from './stage/server-process.ts'
import { openOwnTree, type Tree } from './stage/tree.ts'

/** The API of a tree, over a database with one merchant. */
export interface ApiStage {
  api: ServerProcess
  shop: Shop
  sessionIds: readonly string[]
  answerBytes: number
}

/** The API, and a bare server over the same database. */
export interface Stage extends ApiStage {
  bare: ServerProcess
}

interface StageOptions {
  profile?: string | undefined
  /** URL of a collector. */
  traces?: string | undefined
}

const SESSIONS = 1000

export async function openStage(
  opening: AsyncDisposableStack,
  options: StageOptions,
): Promise<Stage> {
  const stage = await openApiStage(opening, await openOwnTree(), options)
  const bare = await startServerProcess(new URL('serve-bare.ts', import.meta.url), {
    DATABASE_URL: stage.shop.databaseUrl,
    MERCHANT_ID: stage.shop.merchantId,
    ANSWER_BYTES: String(stage.answerBytes),
  })
  opening.defer(() => bare.stop())
  return { ...stage, bare }
}

export async function openApiStage(
  opening: AsyncDisposableStack,
  tree: Tree,
  { profile, traces, settings = {} }: StageOptions & { settings?: Record<string, string> },
): Promise<ApiStage> {
  const module = tree.module('bench', 'serve-api.ts')
  const shop = await openShop(opening, tree, { settings })
  const api = await startServerProcess(
    module,
    {
      ...shop.variables,
      ...(traces !== undefined && { OTEL_EXPORTER_OTLP_ENDPOINT: traces }),
    },
    profileOptions(profile),
  )
  opening.defer(() => api.stop())
  return { api, shop, ...(await makeSessions(api.origin, shop)) }
}

async function makeSessions(origin: string, { merchantId, apiKey }: Shop) {
  const sessionIds: string[] = []
  let answerBytes = 0
  while (sessionIds.length < SESSIONS) {
    const response = await fetch(`${origin}/v1/sessions`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(newSessionBody(merchantId)),
    })
    const answer = await response.text()
    answerBytes = Buffer.byteLength(answer)
    sessionIds.push(Session.parse(JSON.parse(answer)).id)
  }
  return { sessionIds, answerBytes }
}

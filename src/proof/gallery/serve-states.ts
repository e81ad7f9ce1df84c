import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createBff } from '#page/bff/bff.ts'
import { createCardFrame } from '#page/bff/card-frame/card-frame.ts'
import { loadCardFrame } from '#page/bff/card-frame/load-card-frame.ts'
import { loadBuild } from '#page/bff/load-build.ts'
import type { Log } from '#http/log.ts'
import type { CountReport } from '#http/reports/report.ts'
import { PRODUCTION } from '#dashboard/build/build-plan.ts'
import type { BuildPlan } from '#page/build/build-plan.ts'
import { ensureBuild } from '#page/build/ensure.ts'
import { outputPaths, pathsIn, PROJECT_ROOT } from '#page/build/paths.ts'
import { listenHttp } from '#server/process/listen-http.ts'
import type { PageClient } from '#page/bff/page-client.ts'
import type { CardEncryptionKey, Checkout } from '#contract/checkout.ts'
import type { Environment } from '#contract/environment.ts'
import { cardSeal as CARD_SEAL } from '#contract/openapi/example-values.ts'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { freePort } from '../testing/free-port.ts'
import { CARD_KEY, NOW } from './states/checkouts.ts'
import { SANDBOX } from '#sandbox/build/build-plan.ts'
import { openPageRoutes } from '#sandbox/page-routes.ts'
import { redacted } from '#sandbox/preview/states/read-state.ts'
import { refusal } from '#sandbox/preview/states/refusals.ts'
import type { GalleryState } from './states/state.ts'

const REFERENCE_LENGTH = 33
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined }

type Answer = (request: Request) => Response | Promise<Response>

const PLANS: Readonly<Record<Environment, BuildPlan>> = {
  sandbox: SANDBOX,
  production: PRODUCTION,
}

/** Options of the servers in tests. */
export interface ServingStates {
  /** `production` serves the page as shoppers get it, without the sandbox's additions. */
  environment?: Environment
  /** A build's folder; default: the sandbox's, which is built when it is outdated. */
  directory?: string | undefined
  countReport?: CountReport
  log?: Log
  /** A proxy between the browser and the page, or its frame. */
  through?: (request: Request, answer: Answer) => Promise<Response>
}

export interface ServedStates {
  urlOf(state: GalleryState, language: string): string
  close(): Promise<void>
}

/** Serves the page and its backend over a fake API that returns each state's session. */
export async function serveStates(
  states: readonly GalleryState[],
  {
    environment = 'sandbox',
    directory,
    countReport,
    log = SILENT,
    through = async (request, answer) => answer(request),
  }: ServingStates = {},
): Promise<ServedStates> {
  if (directory === undefined) await ensureBuild(PLANS[environment])
  const [port, fieldsPort] = [await freePort(), await freePort()]
  const origin = `http://${LOOPBACK}:${port}`
  const { root, fields } = directory === undefined ? outputPaths(environment) : pathsIn(directory)
  const options = {
    client: scriptedClient(
      new Map(states.map((state) => [referenceOf(state), state])),
      environment,
    ),
    environment,
    checkoutUrl: origin,
    fieldsUrl: `http://${LOOPBACK}:${fieldsPort}`,
    log,
    countReport,
    clock: () => NOW,
    random: (length: number) => new Uint8Array(length).fill(length),
  }
  const bff = createBff({
    ...options,
    build: await loadBuild(root),
    ...(environment === 'sandbox' && {
      addRoutes: await openPageRoutes({ directory: root, apiUrl: origin, adminUrl: origin }),
    }),
  })
  const frame = createCardFrame({ ...options, build: await loadCardFrame(fields) })
  const listening = [
    await listenHttp({
      fetch: (request) => through(request, bff.fetch),
      port,
      host: LOOPBACK,
      name: 'gallery',
    }),
    await listenHttp({
      fetch: (request) => through(request, frame.fetch),
      port: fieldsPort,
      host: LOOPBACK,
      name: 'fields',
    }),
  ]
  return {
    urlOf: (state, language) =>
      `${origin}/c/${referenceOf(state)}?${state.search === undefined ? '' : `${state.search}&`}locale=${language}`,
    async close() {
      bff.close()
      await Promise.all(listening.map((server) => server.close({ idleMs: 0, graceMs: 0 })))
    },
  }
}

/** The state's name as a reference: letters and digits. */
function referenceOf({ name }: GalleryState): string {
  return name.replaceAll('-', '').padEnd(REFERENCE_LENGTH, '0')
}

function scriptedClient(
  states: ReadonlyMap<string, GalleryState>,
  environment: Environment,
): PageClient {
  async function respond(reference: string): Promise<Checkout> {
    const { session, answer = session } = known(reference)
    return answer === 'never' ? never() : answered(answer, environment)
  }

  function known(reference: string): GalleryState {
    const state = states.get(reference)
    if (state === undefined) throw refusal(404, 'not_found')
    return state
  }

  function keyOf(reference: string): CardEncryptionKey {
    const { session } = known(reference)
    return ('cardEncryptionKey' in session && session.cardEncryptionKey) || CARD_KEY
  }

  return {
    checkout: {
      read: async (reference) => answered(known(reference).session, environment),
      // A long poll stays open until the page is closed.
      changes: async ({ after, signal } = {}) =>
        after === undefined
          ? { object: 'list', data: [], cursor: 'now', complete: true }
          : never(signal),
      pay: respond,
      // The issuer's result is still pending.
      completeAction: respond,
      cancel: respond,
      cardEncryptionKey: async () => CARD_KEY,
      cardSeal: async (reference) => ({ ...CARD_SEAL, encryptionKey: keyOf(reference) }),
      simulate: respond,
      image: async (_reference, name) => {
        if (name !== 'logo') return { contentType: 'image/webp', bytes: await picture(name) }
        return { contentType: 'image/png', bytes: await readAsset('logo.png') }
      },
    },
  }
}

const PICTURES = ['beach-towel.webp', 'linen-shirt.webp', 'enamel-mug.webp']

async function picture(place: string) {
  const file = PICTURES[Number(place)]
  if (file === undefined) throw refusal(404, 'not_found')
  return readAsset(file)
}

/** Images of the demo store. */
async function readAsset(file: string) {
  return new Uint8Array(await readFile(join(PROJECT_ROOT, 'src/sandbox/demo-store/assets', file)))
}

function answered(answer: Checkout | Error, environment: Environment): Checkout {
  const parsed = redacted(answer)
  if (parsed instanceof Error) throw parsed
  return { ...parsed, environment }
}

const LONG_MS = 600_000

async function never(signal?: AbortSignal): Promise<never> {
  await setTimeout(LONG_MS, undefined, { ref: false, ...(signal && { signal }) })
  throw new Error('the wait was too long')
}

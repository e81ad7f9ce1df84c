import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { PageClient } from '#page/bff/page-client.ts'
import type { Environment } from '#contract/environment.ts'
import { type AddRoutes, type Bff, createBff } from '#page/bff/bff.ts'
import { exampleCheckout, exampleImage } from './checkout.fixture.ts'
import { cardSeal as exampleSeal } from '#contract/openapi/example-values.ts'
import { type LoadedBuild, loadBuild, type MissingBuild } from '#page/bff/load-build.ts'
import { openPageRoutes } from '#sandbox/page-routes.ts'
import { writeStandInBuild } from './stand-in-build.fixture.ts'

export const ORIGIN = 'http://localhost:4242'
export const API_ORIGIN = 'http://localhost:4243'
export const ADMIN_ORIGIN = 'http://localhost:4247'
export const FIELDS_ORIGIN = 'http://localhost:4246'

/** Headers of a call by our own page. */
export const OWN_PAGE = {
  'content-type': 'application/json',
  'idempotency-key': 'press-1',
  origin: ORIGIN,
  'sec-fetch-site': 'same-origin',
  'x-checkout': '1',
}

let directory: string
let build: LoadedBuild | MissingBuild
let addRoutes: AddRoutes | undefined

/** Writes the stand-in build once per test file. */
export function useStandInBuild(): void {
  beforeAll(async () => {
    directory = writeStandInBuild()
    build = await loadBuild(directory)
    addRoutes = await openPageRoutes({ directory, apiUrl: API_ORIGIN, adminUrl: ADMIN_ORIGIN })
  })
  afterAll(() => {
    rmSync(directory, { recursive: true })
  })
}

export interface Opened {
  bff: Bff
  checkout: ReturnType<typeof fakeCheckout>
  logged: string[]
  get: (path: string, headers?: Record<string, string>) => Promise<Response>
  post: (path: string, headers?: Record<string, string>, body?: string) => Promise<Response>
}

function fakeCheckout() {
  const answer = async () => exampleCheckout()
  const key = async () => ({ kid: 'sandbox-1', kty: 'RSA' as const, n: 'abc', e: 'AQAB' })
  return {
    cardEncryptionKey: vi.fn<PageClient['checkout']['cardEncryptionKey']>(key),
    cardSeal: vi.fn<PageClient['checkout']['cardSeal']>(async () => exampleSeal),
    read: vi.fn<PageClient['checkout']['read']>(answer),
    changes: vi.fn<PageClient['checkout']['changes']>(createTestChanges().changes),
    pay: vi.fn<PageClient['checkout']['pay']>(answer),
    completeAction: vi.fn<PageClient['checkout']['completeAction']>(answer),
    cancel: vi.fn<PageClient['checkout']['cancel']>(answer),
    simulate: vi.fn<PageClient['checkout']['simulate']>(answer),
    image: vi.fn<PageClient['checkout']['image']>(async () => exampleImage),
  }
}

type ListChanges = PageClient['checkout']['changes']
type Announcement = Partial<Awaited<ReturnType<ListChanges>>> | Error

/** An API that announces changes when the test does. */
export function createTestChanges(): {
  changes: ListChanges
  announce: (announced: Announcement) => Promise<void>
} {
  const waiting: ((announced: Announcement) => void)[] = []
  return {
    changes: ({ after, signal } = {}) =>
      new Promise((resolve, reject) => {
        const none = { object: 'list' as const, data: [], cursor: 'now', complete: true }
        if (after === undefined) return resolve(none)
        signal?.addEventListener('abort', () => reject(signal.reason))
        waiting.push((announced) =>
          announced instanceof Error ? reject(announced) : resolve({ ...none, ...announced }),
        )
      }),
    async announce(announced) {
      await vi.waitFor(() => expect(waiting).not.toEqual([]), 10_000)
      waiting.shift()?.(announced)
    },
  }
}

/** The page's backend with the sandbox's routes, over a scripted API. */
export function openBff(changes: Partial<Parameters<typeof createBff>[0]> = {}): Opened {
  const { environment = 'sandbox' } = changes
  const logged: string[] = []
  const note = (fields: object, message: string) => {
    logged.push(`${message} ${JSON.stringify(fields, errorsToo)}`)
  }
  const checkout = fakeCheckout()
  const bff = createBff({
    client: { checkout },
    build: changes.build ?? (build.kind === 'missing' ? build : builtFor(environment, build)),
    environment,
    checkoutUrl: ORIGIN,
    fieldsUrl: FIELDS_ORIGIN,
    addRoutes: environment === 'sandbox' ? addRoutes : undefined,
    log: { info: note, warn: note, error: note },
    clock: () => new Date(),
    ...changes,
  })
  return {
    bff,
    checkout,
    logged,
    get: async (path, headers = {}) => bff.fetch(new Request(ORIGIN + path, { headers })),
    post: async (path, headers = OWN_PAGE, body = '{}') =>
      bff.fetch(new Request(ORIGIN + path, { method: 'POST', headers, body })),
  }
}

function builtFor(environment: Environment, loaded: LoadedBuild): LoadedBuild {
  return { ...loaded, manifest: { ...loaded.manifest, environment } }
}

function errorsToo(_key: string, value: unknown): unknown {
  return value instanceof Error ? { message: value.message, stack: value.stack } : value
}

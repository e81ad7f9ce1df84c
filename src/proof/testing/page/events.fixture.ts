import { expect } from 'vitest'
import type { Checkout } from '#contract/checkout.ts'
import { createTestChanges, openBff } from './bff.fixture.ts'
import { exampleCheckout, REFERENCE } from './checkout.fixture.ts'

export const PATH = `/api/checkout/${REFERENCE}/events`

export const BEGINNING = 'retry: 3000\n\n'
const BEAT = 'event: beat\ndata: {}\n\n'

/** Reads a stream as text, chunk by chunk; `undefined` at its end. */
export function readerOf(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => (await reader?.read())?.value
  return {
    next,
    /** The next chunk that is no heartbeat. */
    async news() {
      for (;;) {
        const piece = await next()
        if (piece !== BEAT) return piece
      }
    },
    cancel: async () => reader?.cancel(),
  }
}

export const SESSION = 'cs_1'
export const MERCHANT = 'mer_1'

/** An API with one session that tests change. */
export function openSession(options: Parameters<typeof openBff>[0] = {}) {
  const opened = openBff(options)
  const { changes, announce } = createTestChanges()
  let now = exampleCheckout({ topics: [SESSION, MERCHANT] })
  opened.checkout.changes.mockImplementation(changes)
  opened.checkout.read.mockImplementation(async () => now)
  const become = (to: Partial<Checkout>) => void (now = { ...now, ...to })
  return {
    ...opened,
    announce,
    become,
    open: async (query = '?afterVersion=1', headers = {}) =>
      readerOf(await opened.get(`${PATH}${query}`, headers)),
    /** Changes the session and announces it. */
    change: async (to: Partial<Checkout>) => {
      become(to)
      await announce({ data: [{ topic: SESSION, version: now.version }] })
    },
  }
}

/** The start of a stream whose page is up to date. */
export async function begins(stream: ReturnType<typeof readerOf>) {
  expect(await stream.next()).toBe(BEGINNING)
  expect(await stream.next()).toBe(BEAT)
}

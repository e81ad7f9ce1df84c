import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KNOWN_PAYMENT } from '#proof/testing/known-payment.ts'
import { loadProcessor, type ProcessorContext, ProcessorNotLoaded } from './load-processor.ts'

const context: ProcessorContext = {
  environment: 'production',
  timeoutMs: 1_000,
  clock: () => new Date(0),
  notificationUrl: 'https://api.example/processor/notifications',
  variables: { ACME_KEY: 'k' },
  account: 'acme',
  settings: {},
  random: (length) => new Uint8Array(length),
}

const COMPLETE = `export const createProcessor = async (context) => {
  const call = async () => context.variables.ACME_KEY
  return { name: 'acme', cardEncryptionKey: call, createPayment: call, inquire: call, cancelPayment: call,
    createRefund: call, inquireRefund: call, readNotification: call }
}`

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'processor-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function moduleOf(name: string, text: string): Promise<string> {
  const path = join(directory, `${name}.mjs`)
  await writeFile(path, text)
  return path
}

describe('loadProcessor', () => {
  it("returns the processor of an operator's module", async () => {
    const processor = await loadProcessor(await moduleOf('acme', COMPLETE), context)
    expect(processor.name).toBe('acme')
    expect(await processor.inquire('pay_1', KNOWN_PAYMENT)).toBe('k')
  })

  it('refuses the simulated one in production, and when no simulator runs', async () => {
    await expect(loadProcessor('simulated', context)).rejects.toThrow(/takes no real money/)
    await expect(
      loadProcessor('simulated', { ...context, environment: 'sandbox' }),
    ).rejects.toThrow(/no simulator is running/)
  })

  it.each([
    ['lacks the export', 'export const create = () => {}', /exports no function createProcessor/],
    [
      'makes an incomplete processor',
      "export const createProcessor = () => ({ name: 'acme', inquire() {} })",
      /lacks cardEncryptionKey, createPayment, cancelPayment, createRefund, inquireRefund, readNotification$/,
    ],
    ['cannot be read', 'export const =', /could not be imported/],
    [
      'lists a frame of any host (S-130)',
      COMPLETE.replace(
        '{ name:',
        "{ challengeFrameOrigins: ['https://a.example', 'https:'], name:",
      ),
      /lists challengeFrameOrigins that are no exact origins at https: https:$/,
    ],
  ])('refuses a module that %s', async (name, text, message) => {
    const loading = loadProcessor(await moduleOf(name.replaceAll(' ', '-'), text), context)
    await expect(loading).rejects.toBeInstanceOf(ProcessorNotLoaded)
    await expect(loading).rejects.toThrow(message)
  })

  it.each(['./no-such-processor.js', 'no-such-package'])('refuses %s', async (name) => {
    await expect(loadProcessor(name, context)).rejects.toThrow(
      `PROCESSOR "${name}" could not be imported`,
    )
  })
})

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCheckout } from '#proof/testing/cli/command-line.fixture.ts'
import { writeGuideFiles } from '#proof/testing/conformance/guide-files.ts'
import { makeScratchDirectory } from '#proof/testing/scratch-directory.ts'
import { AFTER_SUCCESS } from '#server/processors/conformance/checks/after-success.ts'
import { ACTIONS } from '#server/processors/conformance/checks/actions.ts'
import { HOLDS } from '#server/processors/conformance/checks/holds.ts'
import { CHECKS } from '#server/processors/conformance/run-conformance.ts'

const TIMEOUT_MS = 60_000
/** The guide's module takes no cards, holds nothing, and leaves out optional members. */
const SKIPPED = 6 + HOLDS.length + ACTIONS.length + AFTER_SUCCESS.length

describe('checkout processors conformance', { timeout: TIMEOUT_MS }, () => {
  let directory: string
  beforeAll(async () => {
    directory = await makeScratchDirectory()
  })
  afterAll(() => rm(directory, { recursive: true }))

  it('prints a line for each check, and ends with 0', async () => {
    const { module, driver } = await writeGuideFiles(directory)
    const line = `processors conformance ${module} --driver ${driver}`
    const { exitCode, stdout, stderr } = await runCheckout(line)
    expect(exitCode).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(CHECKS.length)
    expect(stdout).toMatch(/^ok {7}create\.twice +The same payment sent twice is one charge/m)
    expect(stdout).toMatch(/^skipped {2}cards\.key +the account takes no cards$/m)
    expect(stderr).toContain(
      `${CHECKS.length} checks: ${CHECKS.length - SKIPPED} ok, 0 failed, ${SKIPPED} skipped.`,
    )
  })

  it('says what to do and ends with 1 when a check fails, also in JSON', async () => {
    const broken = await makeScratchDirectory()
    const { module, driver } = await writeGuideFiles(broken, [
      ['String(number)', 'String(Math.random())'],
    ])
    const line = `processors conformance ${module} --driver ${driver}`
    const { exitCode, stdout } = await runCheckout(line)
    const inJson = await runCheckout(`${line} --json`)
    await rm(broken, { recursive: true })
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(
      /^failed {3}create\.references +processorReference was .*\n +A payment keeps its/m,
    )
    expect(inJson.exitCode).toBe(1)
    expect(JSON.parse(inJson.stdout)).toMatchObject({
      passed: false,
      checks: expect.arrayContaining([
        expect.objectContaining({
          id: 'create.references',
          status: 'failed',
          remedy: expect.any(String),
          matters: expect.any(String),
        }),
      ]),
    })
  })

  it('without a driver reaches nothing, and skips what needs a processor', async () => {
    const module = join(directory, 'lonely.js')
    await writeFile(module, LONELY)
    const { exitCode, stdout } = await runCheckout(`processors conformance ${module}`)
    expect(stdout.match(/^failed.*/gm)).toBeNull()
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^ok {7}notification\.garbage/m)
    expect(stdout).toMatch(/^skipped {2}create\.twice +needs a driver/m)
  })

  it.each([
    ['missing.js', '', /could not be imported/],
    ['acme-pay.js', '', /set baseUrl, apiKey and webhookSecret/],
    ['acme-pay.js', 'acme-pay.js', /exports no function createDriver/],
    ['acme-pay.js', 'missing.js', /the driver .* could not be imported/],
  ])('of %s with the driver “%s” ends with 78', async (module, driver, message) => {
    await writeGuideFiles(directory)
    const option = driver === '' ? '' : ` --driver ${join(directory, driver)}`
    const line = `processors conformance ${join(directory, module)}${option}`
    const { exitCode, stderr } = await runCheckout(line)
    expect(stderr).toMatch(message)
    expect(exitCode).toBe(78)
  })
})

const LONELY = `
export const createProcessor = () => ({
  name: 'lonely',
  methods: ['pix'],
  cardEncryptionKey: async () => { throw new Error() },
  createPayment: async () => { throw Object.assign(new Error('refused'), { code: 'processor_refused' }) },
  inquire: async () => ({ status: 'not_found' }),
  cancelPayment: async () => ({ status: 'failed', declineCode: 'processing_error' }),
  createRefund: async () => ({ status: 'failed' }),
  inquireRefund: async () => ({ status: 'not_found' }),
  readNotification: async () => undefined,
})
`

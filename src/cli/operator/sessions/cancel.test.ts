import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openApiAndCommands,
  type ApiAndCommands,
} from '#proof/testing/cli/api-and-commands.fixture.ts'
import { createTestSession } from '#proof/testing/shopper.ts'

const UNKNOWN = 'cs_0Tq4mFhZ7Rk2vXw9sLd3Ye'

let checkout: ApiAndCommands
beforeAll(async () => {
  checkout = await openApiAndCommands()
})
afterAll(() => checkout.close())

describe('checkout sessions cancel', () => {
  it('cancels an open session, publishes it, and records it in the audit log', async () => {
    const session = await createTestSession(checkout.api)
    const { id } = session
    const canceled = await checkout.json(`sessions cancel ${id} --reason "out of stock"`)
    expect(canceled).toMatchObject({ id, status: 'canceled', cancellationReason: 'out of stock' })
    const notifications = await session.notifications()
    expect(notifications.map(({ type }) => type)).toEqual(['session.canceled'])
    expect(await session.read()).toEqual(canceled)
    const [entry] = await checkout.json<object[]>(
      `audit list --merchant ${checkout.api.merchant.id} --limit 1`,
    )
    expect(entry).toMatchObject({
      actorKind: 'command',
      command: 'sessions cancel',
      action: 'session.canceled',
      subject: id,
    })
  })

  it('gets the first answer with the same --key, and is refused with another', async () => {
    const { id } = await createTestSession(checkout.api)
    const line = `sessions cancel ${id} --key once`
    const first = await checkout.json(line)
    expect(await checkout.json(line)).toEqual(first)
    const again = await checkout.run(`sessions cancel ${id} --key twice`)
    expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('canceled') })
  })

  it('1 for an unknown session', async () => {
    const { exitCode, stderr } = await checkout.run(`sessions cancel ${UNKNOWN}`)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`no session ${UNKNOWN}`)])
  })
})

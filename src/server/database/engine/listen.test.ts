import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createTestDatabase } from '#proof/testing/database.ts'
import type { TestDatabase } from '#proof/testing/database.ts'
import { statement } from './database.ts'

const NOTIFY = statement('notify', 'select pg_notify($1, $2)')
const LISTENERS = statement(
  'listeners',
  `select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`,
)
const TERMINATE = statement('terminate', 'select pg_terminate_backend($1)')

describe('listen', () => {
  let test: TestDatabase
  const notify = (channel: string, payload: string) =>
    test.database.query(NOTIFY, [channel, payload])
  const listeners = () => test.database.query<{ pid: number }>(LISTENERS, [])

  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())

  it('delivers notifications of its channel, once it resolved', async () => {
    const payloads: string[] = []
    const end = await test.database.listen(
      'Sessions-1',
      (payload) => payloads.push(payload),
      () => undefined,
    )
    await notify('Sessions-1', 'a')
    await notify('other', 'b')
    await notify('Sessions-1', '')
    await vi.waitFor(() => expect(payloads).toEqual(['a', '']))
    await end()
  })

  it('delivers nothing from a rolled back transaction', async () => {
    const payloads: string[] = []
    const end = await test.database.listen(
      'sessions',
      (payload) => payloads.push(payload),
      () => undefined,
    )
    const work = test.database.transaction(async (tx) => {
      await tx.query(NOTIFY, ['sessions', 'undone'])
      throw new Error('mistake')
    })
    await expect(work).rejects.toThrow('mistake')
    await notify('sessions', 'done')
    await vi.waitFor(() => expect(payloads).toEqual(['done']))
    await end()
  })

  it('reconnects after its connection was lost, and calls onReconnect', async () => {
    const payloads: string[] = []
    const reconnects = vi.fn<() => void>()
    const end = await test.database.listen(
      'sessions',
      (payload) => payloads.push(payload),
      reconnects,
    )
    const [lost] = await listeners()
    await test.database.query(TERMINATE, [lost?.pid])
    await vi.waitFor(() => expect(reconnects).toHaveBeenCalledTimes(1), 5_000)
    await notify('sessions', 'after')
    await vi.waitFor(() => expect(payloads).toEqual(['after']))
    await end()
  })

  it('leaves no connection behind', async () => {
    const silent = () => undefined
    const end = await test.database.listen('sessions', silent, silent)
    expect(await listeners()).toHaveLength(1)
    await end()
    await sleep(20)
    expect(await listeners()).toEqual([])
  })
})

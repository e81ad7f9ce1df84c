import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#proof/testing/database.ts'
import { DatabaseUnavailable } from './database-errors.ts'
import { statement, type Database, type Statement } from './database.ts'
import { openDatabase } from './open-database.ts'
import { publishing, type Publishing } from './notices.ts'

const SAY = publishing(statement('say', `select array['said ' || $1::text] as notices`))
const QUIET = publishing(statement('say nothing', 'select null::text[] as notices'))
const SILENT = { info: () => undefined, warn: () => undefined }

describe('publishNotices', () => {
  let test: TestDatabase
  let heard: string[]
  let stopListening: () => Promise<void>
  /** The statements that ran beneath the publishing layer; `before` is what a test does before each of them. */
  let ran: { asked: Statement; inTransaction: boolean }[]
  let before: (asked: Statement) => Promise<void>
  const opened: Database[] = []

  const open = (when: Publishing): Database => {
    const note = async (asked: Statement, inTransaction: boolean) => {
      ran.push({ asked, inTransaction })
      await before(asked)
    }
    const database = openDatabase({
      url: test.url,
      log: SILENT,
      publishing: when,
      around: (below) => ({
        ...below,
        async query(asked, values) {
          await note(asked, false)
          return below.query(asked, values)
        },
        transaction: (work) =>
          below.transaction((tx) =>
            work({
              async query(asked, values) {
                await note(asked, true)
                return tx.query(asked, values)
              },
            }),
          ),
      }),
    })
    opened.push(database)
    return database
  }
  const published = () => ran.filter(({ asked }) => asked.name.startsWith('publish'))

  beforeAll(async () => {
    test = await createTestDatabase()
  })
  afterAll(() => test.drop())
  beforeEach(async () => {
    heard = []
    ran = []
    before = async () => undefined
    const hear = (payload: string) => void heard.push(payload)
    stopListening = await test.database.listen('said', hear, () => undefined)
  })
  afterEach(async () => {
    await stopListening()
    await Promise.all(opened.splice(0).map((database) => database.close()))
  })

  it('sends what a statement and a transaction say, once they are committed', async () => {
    const database = open('gathered')
    await database.query(SAY, ['one thing'])
    await database.transaction(async (tx) => {
      await tx.query(SAY, ['another'])
      await tx.query(QUIET, [])
      expect(heard).not.toContain('another')
    })
    await expect.poll(() => heard).toEqual(['one thing', 'another'])
    expect(published().every(({ inTransaction }) => !inTransaction)).toBe(true)
  })

  it('sends nothing of what is rolled back, nor of an attempt that is repeated', async () => {
    const database = open('gathered')
    const failing = database.transaction(async (tx) => {
      await tx.query(SAY, ['undone'])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await database.query(SAY, ['done'])
    await expect.poll(() => heard).toEqual(['done'])
  })

  it('gathers what comes while a batch is under way, each notice once', async () => {
    const database = open('gathered')
    const { promise, resolve } = Promise.withResolvers<void>()
    before = (asked) => (asked.name.startsWith('publish') ? promise : Promise.resolve())
    const said = ['first', 'same', 'other', 'same', 'last']
    for (const payload of said) await database.query(SAY, [payload])
    expect(published()).toHaveLength(1)
    resolve()
    await expect.poll(() => heard).toEqual(['first', 'same', 'other', 'last'])
    expect(published()).toHaveLength(2)
  })

  it('tries again until the database takes them', async () => {
    const database = open('gathered')
    let failures = 2
    before = async (asked) => {
      if (asked.name.startsWith('publish') && failures-- > 0) throw new DatabaseUnavailable('away')
    }
    await database.query(SAY, ['late'])
    await expect.poll(() => heard).toEqual(['late'])
  })

  it('sends what waits before it closes', async () => {
    await open('gathered').query(SAY, ['good bye'])
    await opened.pop()?.close()
    await expect.poll(() => heard).toEqual(['good bye'])
  })

  it('reports a gap when the answer of a statement was lost, which may have committed', async () => {
    const gaps: string[] = []
    const hear = (payload: string) => void gaps.push(payload)
    const stop = await test.database.listen('sessions', hear, () => undefined)
    const database = open('gathered')
    before = async (asked) => {
      if (asked === SAY) throw new DatabaseUnavailable('lost', { cause: new Error('terminated') })
    }
    await expect(database.query(SAY, ['nothing'])).rejects.toThrow('lost')
    await expect.poll(() => gaps).toEqual(['gap'])
    before = async (asked) => {
      if (asked === SAY) throw new DatabaseUnavailable('never sent')
    }
    await expect(database.query(SAY, ['nothing'])).rejects.toThrow('never sent')
    expect(published()).toHaveLength(1)
    await stop()
  })

  it('publishes in the commit of a command, whose durability it leaves alone', async () => {
    const database = open('in the commit')
    await database.transaction((tx) => tx.query(SAY, ['together']))
    await expect.poll(() => heard).toEqual(['together'])
    const texts = published().map(({ asked, inTransaction }) => [asked.text, inTransaction])
    expect(texts).toEqual([[expect.not.stringContaining('synchronous_commit'), true]])
  })
})

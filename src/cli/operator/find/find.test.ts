import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeApiKey } from '#domain/api-key.ts'
import { newId } from '#domain/id.ts'
import { statement } from '#server/database/engine/database.ts'
import { insertBareSession } from '#proof/testing/notification-records.ts'
import {
  openCommandLine,
  runCheckout,
  type CommandLine,
} from '#proof/testing/cli/command-line.fixture.ts'

const E2E = 'E18236120202611211407s1f2g3h4i5J'
const EMAIL = 'ada@mail.example'

interface Found {
  searchedAs: string[]
  found: { why: string[]; sessionId: string; merchantId: string; customer: object }[]
}

let checkout: CommandLine
let norte: string
let sul: string
let paid: string
let declined: string
beforeAll(async () => {
  checkout = await openCommandLine()
  norte = await createMerchant('Norte')
  sul = await createMerchant('Sul')
  paid = await insertPayment(norte, 'succeeded')
  declined = await insertPayment(sul, 'failed')
})
afterAll(() => checkout.close())

const sql = <Row>(text: string, ...values: unknown[]) =>
  checkout.database.query<Row>(statement('test', text), values)

async function createMerchant(name: string): Promise<string> {
  const made = await checkout.json<{ merchantId: string }>(`merchants create --name ${name}`)
  return made.merchantId
}

/** A payment of R$ 19.90 by ada, in a session of its own. */
async function insertPayment(merchantId: string, status: 'succeeded' | 'failed') {
  const now = new Date()
  const sessionId = await insertBareSession(checkout.database, merchantId, now)
  const isPaid = status === 'succeeded'
  await sql(
    `insert into payments (id, session_id, merchant_id, status, decline_code, method, amount_minor, currency, processor,
       captured_minor, customer, card_brand, card_last_four, processor_references, created_at, updated_at)
     values ($1, $2, $3, $4, $5, 'card', 1990, 'BRL', 'simulated', $6, $7, 'visa', '4242', $8, $9, $9)`,
    newId('pay', now, randomBytes),
    sessionId,
    merchantId,
    status,
    isPaid ? null : 'insufficient_funds',
    isPaid ? 1990 : 0,
    JSON.stringify({ email: EMAIL, taxId: '52998224725' }),
    JSON.stringify(isPaid ? { endToEndId: E2E } : {}),
    now,
  )
  if (isPaid)
    await sql(
      `update sessions set status = 'complete', payment_status = 'paid', completed_at = $2, order_reference = 'A-1001'
       where id = $1`,
      sessionId,
      now,
    )
  return sessionId
}

describe('checkout find', () => {
  it.each([
    [`find ${EMAIL}`, 'email'],
    ['find 529.982.247-25', 'taxId'],
    ['find 4242 19,90', 'lastFour'],
  ])('%s: in all merchants, or in one', async (line, why) => {
    const { searchedAs, found } = await checkout.json<Found>(line)
    expect(searchedAs).toContain(why)
    expect(found.map(({ sessionId }) => sessionId)).toEqual([declined, paid])
    const own = await checkout.json<Found>(`${line} --merchant ${norte}`)
    expect(own.found).toMatchObject([{ why: [why], sessionId: paid, merchantId: norte }])
  })

  it('answers whether it went through', async () => {
    const { stdout, stderr, exitCode } = await checkout.run(`find ${E2E}`)
    expect(exitCode).toBe(0)
    expect(stderr).toContain('Searched as: end-to-end id.')
    expect(stdout).toMatch(
      /^paid +R\$19\.90 +visa 4242 .* A-1001 +Norte +a•••@mail\.example +cs_\w+ +end-to-end id$/m,
    )
    const refused = await checkout.run(`find ${declined}`)
    expect(refused.stdout).toMatch(/^declined: insufficient_funds +R\$19\.90 /m)
    const nothing = await checkout.run('find Z-9999')
    expect([nothing.exitCode, nothing.stdout]).toEqual([0, ''])
    expect(nothing.stderr).toContain('Nothing was found.')
  })

  it('masks persons, shows them on request, and records who looked', async () => {
    const { found } = await checkout.json<Found>('find A-1001')
    expect(found).toMatchObject([
      { customer: { email: 'a•••@mail.example', taxId: '•••.982.•••-••' } },
    ])
    await sql('delete from person_reads')
    const shown = await checkout.json<Found>('find A-1001 --show-persons')
    expect(shown.found).toMatchObject([{ customer: { email: EMAIL } }])
    expect(await sql('select subject, why, actor_kind as kind, actor from person_reads')).toEqual([
      {
        subject: paid,
        why: 'find, shown',
        kind: 'command',
        actor: expect.stringContaining('@') as string,
      },
    ])
  })

  it('S-14: does not search a key, a secret or a card', async () => {
    const key = makeApiKey('sandbox', (length) => new Uint8Array(length).fill(3))
    for (const [text, message] of [
      [key, 'keys identify'],
      [key.slice(0, 30), 'keys identify'],
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'callback rotate'],
      ['4242424242424242', 'last four digits'],
    ] as const) {
      const { exitCode, stdout, stderr } = await checkout.run(`find ${text}`)
      expect([exitCode, stdout]).toEqual([1, ''])
      expect(stderr).toContain(message)
      expect(stderr).not.toContain(text)
    }
  })

  it('S-146: refuses a text with NUL, as a pipe of UTF-16 has it, in words', async () => {
    const said = 'NUL'
    for (const line of ['find a\0b', 'audit list --actor a\0b'])
      expect(await checkout.run(line)).toMatchObject({
        exitCode: 64,
        stderr: expect.stringContaining(said) as string,
      })
    for (const line of ['find -', 'keys identify']) {
      const utf16 = Buffer.from(`${EMAIL}\r\n`, 'utf16le').toString('latin1')
      const { exitCode, stderr } = await runCheckout(line, checkout.variables, utf16)
      expect({ line, exitCode, stderr }).toEqual({
        line,
        exitCode: 1,
        stderr: expect.stringContaining(said) as string,
      })
    }
  })

  it('reads from standard input what should not stand in the history of a shell', async () => {
    const line = `find - --merchant ${norte} --json`
    const { stdout } = await runCheckout(line, checkout.variables, `${EMAIL}\n`)
    expect(JSON.parse(stdout)).toMatchObject({
      searchedAs: ['email'],
      found: [{ sessionId: paid }],
    })
  })

  it('1 for a merchant that there is not, 64 without a text', async () => {
    const unknown = '8f14e45f-ceea-467f-a8d5-1b1a0d3c9f4e'
    expect((await checkout.run(`find x --merchant ${unknown}`)).exitCode).toBe(1)
    expect((await checkout.run('find')).exitCode).toBe(64)
  })
})

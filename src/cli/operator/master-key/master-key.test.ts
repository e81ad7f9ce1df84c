import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCommandLine, type CommandLine } from '#proof/testing/cli/command-line.fixture.ts'

interface Status {
  keyId: string
  previousKeyIds: string[]
  apiKeys: { keyId: string }[]
  webhookSecrets: number
  auditLog: string
  previousMayGo: boolean
}

const NEXT = randomBytes(32).toString('base64')

let checkout: CommandLine
let merchantId: string
let keyId: string
beforeAll(async () => {
  checkout = await openCommandLine()
  ;({ merchantId } = await checkout.json<{ merchantId: string }>('merchants create --name Loja'))
  ;({ keyId } = await checkout.json<{ keyId: string }>(`keys issue --merchant ${merchantId}`))
})
afterAll(() => checkout.close())

/** The variables after a rotation: the next key as MASTER_KEY, and the first as MASTER_KEY_PREVIOUS. */
const turned = () => ({
  MASTER_KEY: NEXT,
  MASTER_KEY_PREVIOUS: checkout.variables['MASTER_KEY'] ?? '',
})

describe('changing MASTER_KEY', () => {
  it('works with both keys, and with the new one alone once nothing depends on the old one', async () => {
    const alone = await checkout.run(`callback show --merchant ${merchantId}`, {
      MASTER_KEY: NEXT,
    })
    expect(alone.stderr).toContain('belongs to the MASTER_KEY with the id')
    expect(alone.exitCode).toBe(78)

    expect(await checkout.json<Status>('master-key status', turned())).toMatchObject({
      previousKeyIds: [checkout.keys.id],
      apiKeys: [{ keyId }],
      webhookSecrets: 1,
      auditLog: 'to_seal',
      previousMayGo: false,
    })
    expect(await checkout.json('master-key rotate', turned())).toEqual({ resealedSecrets: 1 })
    const again = await checkout.run('master-key rotate', turned())
    expect(again.stderr).toContain('no secret to seal anew')

    const waiting = await checkout.run('master-key status', turned())
    expect(waiting.stdout).toContain(keyId)
    expect(waiting.stderr).toBe(
      'Before MASTER_KEY_PREVIOUS may be removed: wait until these API keys are used, or rotate or revoke them.\n',
    )
    await checkout.json(`keys rotate ${keyId} --overlap 0`, turned())
    const done = await checkout.run('master-key status', turned())
    expect(done.stderr).toBe('MASTER_KEY_PREVIOUS may be removed.\n')

    const next = { MASTER_KEY: NEXT }
    const shown = await checkout.run(`callback show --merchant ${merchantId}`, next)
    expect([shown.exitCode, shown.stderr]).toEqual([0, ''])
    expect(await checkout.json('audit verify', next)).toMatchObject({ ok: true })
    const nothing = await checkout.run('master-key status', next)
    expect(nothing.stderr).toBe('Nothing rests on another key.\n')
  })

  it('78 for a rotation without MASTER_KEY_PREVIOUS', async () => {
    const { exitCode, stderr } = await checkout.run('master-key rotate', { MASTER_KEY: NEXT })
    expect(stderr).toContain('MASTER_KEY_PREVIOUS: name the key')
    expect(exitCode).toBe(78)
  })

  it('78 when no key is that of this database', async () => {
    const [MASTER_KEY, MASTER_KEY_PREVIOUS] = [1, 2].map(() => randomBytes(32).toString('base64'))
    const { exitCode, stderr } = await checkout.run('master-key rotate', {
      MASTER_KEY: MASTER_KEY ?? '',
      MASTER_KEY_PREVIOUS: MASTER_KEY_PREVIOUS ?? '',
    })
    expect(stderr).toContain('belongs to the MASTER_KEY with the id')
    expect(exitCode).toBe(78)
  })
})

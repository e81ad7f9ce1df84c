import { expect, it } from 'vitest'
import { ENVIRONMENTS } from '#contract/environment.ts'
import { freePorts } from '../testing/cli/server-process.fixture.ts'
import { openRunbook } from '../testing/cli/runbook.fixture.ts'

const wordIn = (output: string, start: string) =>
  output.split(/\s/).find((word) => word.startsWith(start)) ?? ''

it.each(ENVIRONMENTS)(
  'S-110, R-81: a leaked MASTER_KEY is rotated by its runbook: %s',
  async (environment) => {
    await using runbook = await openRunbook('leaked-master-key', environment)
    const { fill, follow, call, json, run, variables } = runbook
    const leaked = variables['MASTER_KEY'] ?? ''
    const { merchantId } = await json<{ merchantId: string }>('merchants create --name Loja')
    const issue = () =>
      json<{ keyId: string; apiKey: string }>(`keys issue --merchant ${merchantId}`)
    const [own, planted] = [await issue(), await issue()]
    const { stdout: verified, stderr: alsoVerified } = await run('audit verify')
    Object.assign(fill, {
      merchantId,
      keyId: own.keyId,
      unknownKeyId: planted.keyId,
      auditHead: /\d+:[0-9a-f]{64}/.exec(verified + alsoVerified)?.[0] ?? '',
    })

    const next = (await follow('openssl rand -base64 32')).trim()
    Object.assign(variables, { MASTER_KEY: next, MASTER_KEY_PREVIOUS: leaked })
    await runbook.start()
    const status = async (apiKey: string) => (await call('/v1/sessions', apiKey)).status

    expect(await follow('npx --no checkout master-key rotate')).toContain('Sealed anew: 1 secret.')
    const waiting = await follow('npx --no checkout master-key status')
    expect(waiting).toContain(planted.keyId)
    expect(waiting).toContain('Before MASTER_KEY_PREVIOUS may be removed')
    expect(await status(own.apiKey)).toBe(200)

    expect(await follow('npx --no checkout merchants list')).toContain(merchantId)
    const rotated = await follow('npx --no checkout callback rotate --merchant <merchantId>')
    expect(wordIn(rotated, 'whsec_')).not.toBe('')
    expect(await follow('npx --no checkout keys list --merchant <merchantId>')).toContain(
      planted.keyId,
    )
    const apiKey = wordIn(
      await follow('npx --no checkout keys rotate <keyId> --overlap 24h'),
      'hp_',
    )
    expect([await status(own.apiKey), await status(apiKey)]).toEqual([200, 200])
    await follow('npx --no checkout keys revoke <unknownKeyId>')
    expect(await status(planted.apiKey)).toBe(401)
    await follow('npx --no checkout audit verify --expect <auditHead>')

    await follow('npx --no checkout keys revoke <keyId>')
    await expect
      .poll(() => run('master-key status').then(({ stderr }) => stderr), { timeout: 30_000 })
      .toBe('MASTER_KEY_PREVIOUS may be removed.\n')
    await follow('npx --no checkout master-key status')

    delete variables['MASTER_KEY_PREVIOUS']
    await runbook.start()
    expect(await follow('npx --no checkout master-key status')).toContain(
      'Nothing rests on another key.',
    )
    expect(await status(apiKey)).toBe(200)

    // Beside the running server, commands with the leaked key are refused.
    Object.assign(variables, { MASTER_KEY: leaked }, await freePorts('API_PORT', 'PRIVATE_PORT'))
    for (const line of ['serve --only api', `callback show --merchant ${merchantId}`]) {
      const refused = await run(line)
      expect(refused.stderr).toContain('belongs to the MASTER_KEY with the id')
      expect(refused.exitCode).toBe(78)
    }
    expect(runbook.rest()).toEqual([])
  },
)

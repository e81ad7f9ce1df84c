import { expect, it } from 'vitest'
import { problem } from '#proof/testing/api-pix/examples.ts'
import { chargeOf, openTestAdapter, type Reply } from '#proof/testing/api-pix/open-test-adapter.ts'
import { NotConnected } from '../http/http.ts'

it.each<[string, Reply]>([
  ['of a charge that it does not know', [404, problem('NaoEncontrado', 404)]],
  ['of a charge', [200, chargeOf()]],
  ['that it refuses', [403, problem('AcessoNegado', 403)]],
])('S-135: a bank that answers a look-up %s is alive; nothing is made', async (_, reply) => {
  const { processor, asked } = openTestAdapter([reply])
  await expect(processor.probe?.()).resolves.toBeUndefined()
  expect(asked).toMatchObject([{ what: 'GET /cob/HCPROBE0000000000000000000', body: undefined }])
})

it.each<[string, Reply, boolean]>([
  ['is silent', new Error('timeout'), false],
  ['cannot be reached', new NotConnected('ECONNREFUSED'), false],
  ['has a firewall that answers', [502, '<html>Blocked</html>'], true],
])('S-135: the probe of a bank that %s throws as a payment does', async (_, reply, hasAnswered) => {
  const { processor } = openTestAdapter([reply])
  await expect(processor.probe?.()).rejects.toMatchObject({ hasAnswered })
})

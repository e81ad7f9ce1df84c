import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createOperator, type CanaryMerchant } from './merchants.ts'
import type { CanaryStage } from './stage.ts'

const Deliveries = z.array(z.object({ deliveryId: z.string() }))

/** Runs the operators' commands beside a running server, under the later master key. */
export async function useCommands(
  stage: CanaryStage,
  merchant: CanaryMerchant,
  everyOne: boolean,
): Promise<void> {
  const { id, name } = merchant
  const operator = createOperator(stage, stage.laterVariables)
  await operator.run('master-key', 'rotate')
  await Promise.all([
    operator.rotateWebhookSecret(`new webhook secret of ${name}`, id),
    operator.rotateKey(`new key of ${name}`, merchant.keyId),
  ])
  if (!everyOne) return

  const revoked = await operator.issueKey('revoked key', '--merchant', id)
  await operator.run('keys', 'revoke', revoked.keyId)
  await operator.signInLink('unused sign-in link', id)
  await operator.run('callback', 'ping', '--merchant', id)

  const [first] = Deliveries.parse(await operator.json('deliveries', 'list', '--merchant', id))
  if (first !== undefined) await operator.run('deliveries', 'replay', first.deliveryId)
  for (const line of [
    ['keys', 'list', '--merchant', id],
    ['keys', 'list', '--kind', 'checkout', '--json'],
    ['callback', 'show', '--merchant', id],
    ['merchants', 'show', id],
    ['merchants', 'list'],
    ['audit', 'list', '--json'],
    ['audit', 'verify'],
    ['master-key', 'status'],
    ['migrate'],
  ])
    await operator.run(...line)
  await verifyNotification(stage, merchant)
}

/** Runs `verify` on a saved delivery: once unchanged, once with an altered body. */
async function verifyNotification(stage: CanaryStage, { id }: CanaryMerchant): Promise<void> {
  const operator = createOperator(stage, stage.laterVariables)
  const delivery = stage.recorder.documents.find(({ sink }) => sink === 'notifications')
  const [, headers = '{}', ...body] = (delivery?.bytes.toString() ?? '').split('\n')
  const lines = Object.entries(JSON.parse(headers) as Record<string, string>)
  const head = ['POST /hooks HTTP/1.1', ...lines.map((line) => line.join(': '))].join('\r\n')
  for (const [kind, text] of [
    ['as it came', body.join('\n')],
    ['changed', body.join('\n').replace('"type"', '"typo"')],
  ] as const) {
    const file = join(stage.directories.product, 'request.txt')
    await writeFile(file, `${head}\r\n\r\n${text}`)
    await operator.run(
      'verify',
      '--request',
      file,
      '--merchant',
      id,
      ...(kind === 'changed' ? ['--json'] : []),
    )
  }
  await writeFile(join(stage.directories.product, 'request.txt'), '')
}

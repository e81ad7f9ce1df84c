import type { ReleaseName, UpgradeStage } from './stage.ts'

/** An operator's ordinary work with the commands of a release: keys and secrets, each with a row in the audit log. */
export async function actAsOperator(
  { merchant, operateJson }: Pick<UpgradeStage, 'merchant' | 'operateJson'>,
  release: ReleaseName,
): Promise<void> {
  const ofMerchant = ['--merchant', merchant.id]
  const issued = await operateJson<{ keyId: string }>(release, 'keys', 'issue', ...ofMerchant)
  const rotated = await operateJson<{ keyId: string }>(release, 'keys', 'rotate', issued.keyId)
  await operateJson(release, 'keys', 'revoke', rotated.keyId)
  await operateJson(release, 'callback', 'rotate', ...ofMerchant, '--overlap', '0')
  await operateJson(release, 'merchants', 'create', '--name', 'Outra Loja')
}

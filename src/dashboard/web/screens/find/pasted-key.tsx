import { Link } from 'react-router'
import type { IdentifiedKeyAnswer, KeyRecord } from '#contract/dashboard/find.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { useExtent } from '../../actions/may.ts'
import { pastedKeyQuery } from '../../find/pasted-key.ts'
import { Message } from '../../layout/message.tsx'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Time } from '../../parts/time.tsx'
import { useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

/** Whose a pasted key is, and how it is revoked. The key itself is nowhere on the page. */
export function PastedKey({ answer }: { answer: IdentifiedKeyAnswer }) {
  const t = useTranslate()
  if (answer.outcome === 'other-environment')
    return (
      <Message title={t('key.other-environment', { environment: answer.environment })}>
        <p>{t('key.unknown-text')}</p>
      </Message>
    )
  if (answer.outcome !== 'known')
    return (
      <Message title={t(answer.outcome === 'no-key' ? 'key.none' : 'key.unknown')}>
        <p>{t(answer.outcome === 'no-key' ? 'key.none-text' : 'key.unknown-text')}</p>
      </Message>
    )
  const { key } = answer
  const command = `npx --no checkout keys revoke ${key.id}`
  return (
    <>
      <ScreenHeading>{t('key.title')}</ScreenHeading>
      <p className="lead">{t('key.text')}</p>
      <output>{key.revokedAt !== null && t('key.revoked-now')}</output>
      <dl className="facts">
        <div>
          <dt>{t('key.state')}</dt>
          <dd>
            {key.revokedAt === null ? (
              <Mark tone="warn">{t('key.active')}</Mark>
            ) : (
              <Mark tone="ok">{t('key.was-revoked')}</Mark>
            )}{' '}
            {key.revokedAt !== null && <Time at={key.revokedAt} />}
          </dd>
        </div>
        <div>
          <dt>{t('key.id')}</dt>
          <dd>
            <code>{key.id}</code> <CopyButton text={key.id} what={t('key.id')} />{' '}
            <span className="hint">{t('key.ends-with', { lastFour: key.lastFour })}</span>
          </dd>
        </div>
        <div>
          <dt>{t('key.merchant')}</dt>
          <dd>
            {key.merchantId === null ? (
              t('key.of-checkout')
            ) : (
              <Link to={`/m/${key.merchantId}/integration`}>{key.merchantId}</Link>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('key.created')}</dt>
          <dd>
            <Time at={key.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{t('key.last-used')}</dt>
          <dd>{key.lastUsedAt === null ? t('key.never') : <Time at={key.lastUsedAt} />}</dd>
        </div>
      </dl>
      {key.revokedAt === null && (
        <>
          <Revoke of={key} />
          <p>{t('key.revoke-how')}</p>
          <pre>
            <code>{command}</code> <CopyButton text={command} what={t('key.command')} />
          </pre>
        </>
      )}
    </>
  )
}

/** Revokes the key after a confirmation. It needs no signature, since it stops harm. */
function Revoke({ of: key }: { of: KeyRecord }) {
  const t = useTranslate()
  const { queryClient } = useDeps()
  const { id: keyId, merchantId, lastFour } = key
  const mayRevoke = useExtent('keys:revoke', merchantId) !== undefined
  if (!mayRevoke || merchantId === null) return null
  return (
    <p>
      <ActionButton
        dashboardAction="key.revoke"
        input={{ merchantId, keyId }}
        label={t('key.revoke')}
        title={t('key.revoke-title', { lastFour })}
        verb={t('key.revoke')}
        isDangerous
        onDone={({ revokedAt }) => {
          const known: IdentifiedKeyAnswer = { outcome: 'known', key: { ...key, revokedAt } }
          queryClient.setQueryData(pastedKeyQuery.queryKey, known)
        }}
      >
        <p>{t('key.revoke-text')}</p>
      </ActionButton>
    </p>
  )
}

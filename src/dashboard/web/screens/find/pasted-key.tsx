import { Link } from 'react-router'
import type { IdentifiedKeyAnswer, KeyRecord } from '#contract/dashboard/find.ts'
import { ActButton } from '../../acts/act-dialog.tsx'
import { useExtent } from '../../acts/may.ts'
import { pastedKeyQuery } from '../../find/pasted-key.ts'
import { Message } from '../../layout/message.tsx'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Time } from '../../parts/time.tsx'
import { useDeps } from '../../deps.ts'
import { useSay } from '../../words/use-language.ts'

/** Whose a pasted key is, and how it is revoked. The key itself is nowhere on the page. */
export function PastedKey({ answer }: { answer: IdentifiedKeyAnswer }) {
  const say = useSay()
  if (answer.outcome === 'other-environment')
    return (
      <Message title={say('key.other-environment', { environment: answer.environment })}>
        <p>{say('key.unknown-text')}</p>
      </Message>
    )
  if (answer.outcome !== 'known')
    return (
      <Message title={say(answer.outcome === 'no-key' ? 'key.none' : 'key.unknown')}>
        <p>{say(answer.outcome === 'no-key' ? 'key.none-text' : 'key.unknown-text')}</p>
      </Message>
    )
  const { key } = answer
  const command = `npx checkout keys revoke ${key.id}`
  return (
    <>
      <ScreenHeading>{say('key.title')}</ScreenHeading>
      <p className="lead">{say('key.text')}</p>
      <output>{key.revokedAt !== null && say('key.revoked-now')}</output>
      <dl className="facts">
        <div>
          <dt>{say('key.state')}</dt>
          <dd>
            {key.revokedAt === null ? (
              <Mark tone="warn">{say('key.active')}</Mark>
            ) : (
              <Mark tone="ok">{say('key.was-revoked')}</Mark>
            )}{' '}
            {key.revokedAt !== null && <Time at={key.revokedAt} />}
          </dd>
        </div>
        <div>
          <dt>{say('key.id')}</dt>
          <dd>
            <code>{key.id}</code> <CopyButton text={key.id} what={say('key.id')} />{' '}
            <span className="hint">{say('key.ends-with', { lastFour: key.lastFour })}</span>
          </dd>
        </div>
        <div>
          <dt>{say('key.merchant')}</dt>
          <dd>
            {key.merchantId === null ? (
              say('key.of-checkout')
            ) : (
              <Link to={`/m/${key.merchantId}/integration`}>{key.merchantId}</Link>
            )}
          </dd>
        </div>
        <div>
          <dt>{say('key.created')}</dt>
          <dd>
            <Time at={key.createdAt} />
          </dd>
        </div>
        <div>
          <dt>{say('key.last-used')}</dt>
          <dd>{key.lastUsedAt === null ? say('key.never') : <Time at={key.lastUsedAt} />}</dd>
        </div>
      </dl>
      {key.revokedAt === null && (
        <>
          <Revoke of={key} />
          <p>{say('key.revoke-how')}</p>
          <pre>
            <code>{command}</code> <CopyButton text={command} what={say('key.command')} />
          </pre>
        </>
      )}
    </>
  )
}

/** Revokes the key after a confirmation. It needs no signature, since it stops harm. */
function Revoke({ of: key }: { of: KeyRecord }) {
  const say = useSay()
  const { queryClient } = useDeps()
  const { id: keyId, merchantId, lastFour } = key
  const mayRevoke = useExtent('keys:revoke', merchantId) !== undefined
  if (!mayRevoke || merchantId === null) return null
  return (
    <p>
      <ActButton
        act="key.revoke"
        input={{ merchantId, keyId }}
        label={say('key.revoke')}
        title={say('key.revoke-title', { lastFour })}
        verb={say('key.revoke')}
        isDangerous
        onDone={({ revokedAt }) => {
          const known: IdentifiedKeyAnswer = { outcome: 'known', key: { ...key, revokedAt } }
          queryClient.setQueryData(pastedKeyQuery.queryKey, known)
        }}
      >
        <p>{say('key.revoke-text')}</p>
      </ActButton>
    </p>
  )
}

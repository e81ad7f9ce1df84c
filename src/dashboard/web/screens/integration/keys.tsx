import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Scope } from '#contract/api-key.ts'
import type { Integration } from '#contract/dashboard/merchants.ts'
import { issuableScopes } from '#domain/dashboard/issuable-scopes.ts'
import { ActionButton } from '../../actions/action-dialog.tsx'
import { extentAt, useExtent } from '../../actions/may.ts'
import { meQuery } from '../../calls/me.ts'
import { useDeps } from '../../deps.ts'
import { commandLine } from '../../parts/command-line.ts'
import { Command } from '../../parts/command.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Field } from '../../parts/field.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'
import { OverlapField, overlapOption, type Overlap } from './overlap-field.tsx'

type Key = Integration['keys']['items'][number]

const ENDS = ['never', '30', '90', '365'] as const

/** The keys of a merchant: the live ones, then those that have ended. */
export function Keys({ integration, isBusy, onMade }: KeysProps) {
  const t = useTranslate()
  const { merchantId, keys } = integration
  const mayIssue = useExtent('keys:issue', merchantId) !== undefined
  const mayRevoke = useExtent('keys:revoke', merchantId) !== undefined
  const { data: me } = useSuspenseQuery(meQuery(useDeps()))
  const issuable = issuableScopes(
    (permission) => extentAt(me, permission, merchantId),
    me.layout,
  ).filter((scope) => integration.scopes.includes(scope))
  return (
    <section aria-labelledby="keys">
      <div className="screen-head">
        <h2 id="keys">{t('integration.keys')}</h2>
        {mayIssue && !isBusy && issuable.length > 0 && (
          <Issue {...{ integration, issuable, onMade }} />
        )}
      </div>
      {!mayIssue && <p className="hint">{t('integration.operator-keys')}</p>}
      {keys.items.length === 0 ? (
        <div className="empty">
          <p>{t('integration.no-keys')}</p>
          <p className="hint">{t('integration.no-keys-text')}</p>
        </div>
      ) : (
        <ul className="rows">
          {keys.items.map((key) => (
            <li key={key.id}>
              <KeyFacts of={key} all={integration.scopes} />
              {key.isLive && (mayIssue || mayRevoke) && (
                <span className="actions">
                  {mayIssue && !isBusy && key.scopes.every((scope) => issuable.includes(scope)) && (
                    <Rotate of={key} {...{ merchantId, onMade }} />
                  )}
                  {mayRevoke && <Revoke of={key} merchantId={merchantId} />}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {keys.hasMore && <p className="hint">{t('integration.more-keys')}</p>}
    </section>
  )
}

interface KeysProps {
  integration: Integration
  /** Whether the page shows a new secret: no other can be made until that one is kept. */
  isBusy: boolean
  onMade: (apiKey: string) => void
}

function KeyFacts({ of: key, all }: { of: Key; all: readonly string[] }) {
  const t = useTranslate()
  const { id, lastFour, scopes, createdAt, lastUsedAt, expiresAt, revokedAt, isLive } = key
  return (
    <div className="row-main">
      <p>
        <strong>{t('find.key-ending', { lastFour })}</strong>{' '}
        {revokedAt !== null ? (
          <Mark tone="danger">{t('key.was-revoked')}</Mark>
        ) : (
          <Mark tone={isLive ? (expiresAt === null ? 'ok' : 'warn') : 'calm'}>
            {t(isLive ? 'key.active' : 'integration.ended')}
          </Mark>
        )}{' '}
        <code>{id}</code> <CopyButton text={id} what={t('key.id')} />
      </p>
      <p className="hint">
        {scopes.length === all.length ? t('integration.all-scopes') : scopes.join(', ')}
      </p>
      <p className="hint">
        {t('key.created')} <Time at={createdAt} /> · {t('key.last-used')}{' '}
        {lastUsedAt === null ? t('key.never') : <Time at={lastUsedAt} />}
        {expiresAt !== null && revokedAt === null && (
          <>
            {' · '}
            {t(isLive ? 'integration.ends' : 'integration.ended')} <Time at={expiresAt} />
          </>
        )}
        {revokedAt !== null && (
          <>
            {' · '}
            {t('key.was-revoked')} <Time at={revokedAt} />
          </>
        )}
      </p>
    </div>
  )
}

function Issue({ integration, issuable, onMade }: IssueProps) {
  const t = useTranslate()
  const { merchantId, name } = integration
  const [scopes, setScopes] = useState(issuable)
  const [ends, setEnds] = useState<(typeof ENDS)[number]>('never')
  const isAll = scopes.length === integration.scopes.length
  return (
    <ActionButton
      dashboardAction="key.issue"
      input={() =>
        scopes.length === 0
          ? undefined
          : {
              merchantId,
              ...(!isAll && { scopes }),
              expiresInDays: ends === 'never' ? null : Number(ends),
            }
      }
      label={t('integration.issue')}
      title={t('integration.issue-title', { name })}
      verb={t('integration.issue')}
      onDone={({ apiKey }) => onMade(apiKey)}
    >
      <p>{t('integration.issue-text')}</p>
      <fieldset>
        <legend>{t('integration.scopes')}</legend>
        {issuable.map((scope) => (
          <label key={scope} className="check">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(
                  issuable.filter((one) => (one === scope ? target.checked : scopes.includes(one))),
                )
              }
            />
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <p role="alert" className="trouble">
        {scopes.length === 0 && t('integration.no-scopes')}
      </p>
      <Field label={t('integration.life')}>
        {(attributes) => (
          <select
            {...attributes}
            value={ends}
            onChange={({ target }) => setEnds(ENDS.find((one) => one === target.value) ?? 'never')}
          >
            {ENDS.map((one) => (
              <option key={one} value={one}>
                {one === 'never'
                  ? t('integration.life-never')
                  : t('integration.life-days', { count: Number(one) })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Command
        line={commandLine('keys issue', [], {
          merchant: merchantId,
          scopes: isAll ? null : scopes.join(','),
          expires: ends === 'never' ? null : `${ends}d`,
        })}
      />
    </ActionButton>
  )
}

interface IssueProps extends Pick<KeysProps, 'integration' | 'onMade'> {
  /** The scopes that this person may give. */
  issuable: Scope[]
}

function Rotate({ of: { id: keyId, lastFour }, merchantId, onMade }: RotateProps) {
  const t = useTranslate()
  const [overlap, setOverlap] = useState<Overlap>('day')
  const { seconds, option } = overlapOption(overlap)
  return (
    <ActionButton
      dashboardAction="key.rotate"
      input={{ merchantId, keyId, overlapSeconds: seconds }}
      label={t('integration.rotate')}
      title={t('integration.rotate-title', { lastFour })}
      verb={t('integration.rotate')}
      onDone={({ apiKey }) => onMade(apiKey)}
    >
      <p>{t('integration.rotate-text')}</p>
      <OverlapField overlap={overlap} onChange={setOverlap} />
      <Command line={commandLine('keys rotate', [keyId], { overlap: option })} />
    </ActionButton>
  )
}

interface RotateProps {
  of: Key
  merchantId: string
  onMade: (apiKey: string) => void
}

function Revoke({ of: { id: keyId, lastFour }, merchantId }: { of: Key; merchantId: string }) {
  const t = useTranslate()
  return (
    <ActionButton
      dashboardAction="key.revoke"
      input={{ merchantId, keyId }}
      label={t('integration.revoke')}
      title={t('key.revoke-title', { lastFour })}
      verb={t('key.revoke')}
      isDangerous
    >
      <p>{t('key.revoke-text')}</p>
      <Command line={commandLine('keys revoke', [keyId])} />
    </ActionButton>
  )
}

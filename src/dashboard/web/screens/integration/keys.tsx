import { useState } from 'react'
import type { Integration } from '#contract/dashboard/merchants.ts'
import { ActButton } from '../../acts/act-dialog.tsx'
import { useExtent } from '../../acts/may.ts'
import { commandLine } from '../../parts/command-line.ts'
import { Command } from '../../parts/command.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Field } from '../../parts/field.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Time } from '../../parts/time.tsx'
import { useSay } from '../../words/use-language.ts'
import { OverlapField, overlapOption, type Overlap } from './overlap-field.tsx'

type Key = Integration['keys'][number]

const ENDS = ['never', '30', '90', '365'] as const

/** The keys of a merchant: the live ones, then those that have ended. */
export function Keys({ integration, isBusy, onMade }: KeysProps) {
  const say = useSay()
  const { merchantId, keys, hasMoreKeys } = integration
  const mayIssue = useExtent('keys:issue', merchantId) !== undefined
  const mayRevoke = useExtent('keys:revoke', merchantId) !== undefined
  return (
    <section aria-labelledby="keys">
      <div className="screen-head">
        <h2 id="keys">{say('integration.keys')}</h2>
        {mayIssue && !isBusy && <Issue integration={integration} onMade={onMade} />}
      </div>
      {!mayIssue && <p className="hint">{say('integration.operator-keys')}</p>}
      {keys.length === 0 ? (
        <div className="empty">
          <p>{say('integration.no-keys')}</p>
          <p className="hint">{say('integration.no-keys-text')}</p>
        </div>
      ) : (
        <ul className="rows">
          {keys.map((key) => (
            <li key={key.id}>
              <KeyFacts of={key} all={integration.scopes} />
              {key.isLive && (mayIssue || mayRevoke) && (
                <span className="acts">
                  {mayIssue && !isBusy && <Rotate of={key} {...{ merchantId, onMade }} />}
                  {mayRevoke && <Revoke of={key} merchantId={merchantId} />}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasMoreKeys && <p className="hint">{say('integration.more-keys')}</p>}
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
  const say = useSay()
  const { id, lastFour, scopes, createdAt, lastUsedAt, expiresAt, revokedAt, isLive } = key
  return (
    <div className="row-main">
      <p>
        <strong>{say('find.key-ending', { lastFour })}</strong>{' '}
        {revokedAt !== null ? (
          <Mark tone="danger">{say('key.was-revoked')}</Mark>
        ) : (
          <Mark tone={isLive ? (expiresAt === null ? 'ok' : 'warn') : 'calm'}>
            {say(isLive ? 'key.active' : 'integration.ended')}
          </Mark>
        )}{' '}
        <code>{id}</code> <CopyButton text={id} what={say('key.id')} />
      </p>
      <p className="hint">
        {scopes.length === all.length ? say('integration.all-scopes') : scopes.join(', ')}
      </p>
      <p className="hint">
        {say('key.created')} <Time at={createdAt} /> · {say('key.last-used')}{' '}
        {lastUsedAt === null ? say('key.never') : <Time at={lastUsedAt} />}
        {expiresAt !== null && revokedAt === null && (
          <>
            {' · '}
            {say(isLive ? 'integration.ends' : 'integration.ended')} <Time at={expiresAt} />
          </>
        )}
        {revokedAt !== null && (
          <>
            {' · '}
            {say('key.was-revoked')} <Time at={revokedAt} />
          </>
        )}
      </p>
    </div>
  )
}

function Issue({ integration, onMade }: Pick<KeysProps, 'integration' | 'onMade'>) {
  const say = useSay()
  const { merchantId, name, scopes: all } = integration
  const [scopes, setScopes] = useState(all)
  const [ends, setEnds] = useState<(typeof ENDS)[number]>('never')
  const isAll = scopes.length === all.length
  return (
    <ActButton
      act="key.issue"
      input={() =>
        scopes.length === 0
          ? undefined
          : {
              merchantId,
              ...(!isAll && { scopes }),
              expiresInDays: ends === 'never' ? null : Number(ends),
            }
      }
      label={say('integration.issue')}
      title={say('integration.issue-title', { name })}
      verb={say('integration.issue')}
      onDone={({ apiKey }) => onMade(apiKey)}
    >
      <p>{say('integration.issue-text')}</p>
      <fieldset>
        <legend>{say('integration.scopes')}</legend>
        {all.map((scope) => (
          <label key={scope} className="check">
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(
                  all.filter((one) => (one === scope ? target.checked : scopes.includes(one))),
                )
              }
            />
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <p role="alert" className="trouble">
        {scopes.length === 0 && say('integration.no-scopes')}
      </p>
      <Field label={say('integration.life')}>
        {(attributes) => (
          <select
            {...attributes}
            value={ends}
            onChange={({ target }) => setEnds(ENDS.find((one) => one === target.value) ?? 'never')}
          >
            {ENDS.map((one) => (
              <option key={one} value={one}>
                {one === 'never'
                  ? say('integration.life-never')
                  : say('integration.life-days', { count: Number(one) })}
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
    </ActButton>
  )
}

function Rotate({ of: { id: keyId, lastFour }, merchantId, onMade }: RotateProps) {
  const say = useSay()
  const [overlap, setOverlap] = useState<Overlap>('day')
  const { seconds, option } = overlapOption(overlap)
  return (
    <ActButton
      act="key.rotate"
      input={{ merchantId, keyId, overlapSeconds: seconds }}
      label={say('integration.rotate')}
      title={say('integration.rotate-title', { lastFour })}
      verb={say('integration.rotate')}
      onDone={({ apiKey }) => onMade(apiKey)}
    >
      <p>{say('integration.rotate-text')}</p>
      <OverlapField overlap={overlap} onChange={setOverlap} />
      <Command line={commandLine('keys rotate', [keyId], { overlap: option })} />
    </ActButton>
  )
}

interface RotateProps {
  of: Key
  merchantId: string
  onMade: (apiKey: string) => void
}

function Revoke({ of: { id: keyId, lastFour }, merchantId }: { of: Key; merchantId: string }) {
  const say = useSay()
  return (
    <ActButton
      act="key.revoke"
      input={{ merchantId, keyId }}
      label={say('integration.revoke')}
      title={say('key.revoke-title', { lastFour })}
      verb={say('key.revoke')}
      isDangerous
    >
      <p>{say('key.revoke-text')}</p>
      <Command line={commandLine('keys revoke', [keyId])} />
    </ActButton>
  )
}

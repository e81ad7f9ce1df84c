import { useState } from 'react'
import type { Integration } from '#contract/dashboard/merchants.ts'
import {
  ActionButton,
  ActionDialog,
  ActionFormButton,
  type Opened,
} from '../../actions/action-dialog.tsx'
import { ActionTrouble } from '../../actions/action-trouble.tsx'
import { useExtent } from '../../actions/may.ts'
import { useAction } from '../../actions/use-action.ts'
import { commandLine } from '../../parts/command-line.ts'
import { Command } from '../../parts/command.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Field } from '../../parts/field.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Time } from '../../parts/time.tsx'
import { useTranslate } from '../../words/use-language.ts'
import { OverlapField, overlapOption, type Overlap } from './overlap-field.tsx'

/** The webhook endpoint, the secrets that sign its deliveries, and the answer to the last ping. */
export function Webhook({ integration, isBusy, onMade, onPinged }: WebhookProps) {
  const t = useTranslate()
  const { merchantId, callback, secrets, lastPing } = integration
  const maySet = useExtent('callback:write', merchantId) !== undefined
  const mayRotate = useExtent('webhook_secret:rotate', merchantId) !== undefined
  const mayPing = useExtent('deliveries:replay', merchantId) !== undefined
  const { url, disabledAt } = callback
  return (
    <section aria-labelledby="webhook">
      <div className="screen-head">
        <h2 id="webhook">{t('integration.webhook')}</h2>
        <span className="actions">
          {mayPing && url !== null && disabledAt === null && (
            <Ping merchantId={merchantId} onPinged={onPinged} />
          )}
          {maySet && <SetUrl integration={integration} />}
          {mayRotate && !isBusy && <RotateSecret merchantId={merchantId} onMade={onMade} />}
        </span>
      </div>
      {!maySet && !mayRotate && <p className="hint">{t('integration.operator-webhook')}</p>}
      <dl className="facts">
        <div>
          <dt>{t('integration.url')}</dt>
          <dd>
            {url === null ? (
              t('integration.no-url')
            ) : (
              <>
                <code>{url}</code> <CopyButton text={url} what={t('integration.url')} />
              </>
            )}{' '}
            {disabledAt !== null && (
              <>
                <Mark tone="danger">{t('webhook-state.disabled')}</Mark> <Time at={disabledAt} />
                <span className="hint"> {t('integration.disabled-text')}</span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('integration.secrets')}</dt>
          <dd>
            {secrets.map(({ createdAt, endsAt }, index) => (
              // Two secrets may have been made in the same millisecond.
              <p key={`${createdAt} ${index}`}>
                {t('integration.secret-since')} <Time at={createdAt} />
                {endsAt !== null && (
                  <>
                    {', '}
                    {t('integration.secret-until')} <Time at={endsAt} />
                  </>
                )}
              </p>
            ))}
          </dd>
        </div>
        <div>
          <dt>{t('integration.ping')}</dt>
          <dd>
            <output>{lastPing === null ? t('key.never') : <PingOutcome of={lastPing} />}</output>
          </dd>
        </div>
      </dl>
    </section>
  )
}

interface WebhookProps {
  integration: Integration
  /** Whether the page shows a new secret: no other can be made until that one is kept. */
  isBusy: boolean
  onMade: (webhookSecret: string) => void
  onPinged: (eventId: string) => void
}

function PingOutcome({ of: ping }: { of: NonNullable<Integration['lastPing']> }) {
  const t = useTranslate()
  const { sentAt, status, attempt } = ping
  if (attempt === null)
    return (
      <>
        <Mark tone="calm">{t('integration.ping-waits')}</Mark> <Time at={sentAt} />
      </>
    )
  const { statusCode, error, durationMs, responseExcerpt } = attempt
  return (
    <>
      <Mark tone={status === 'succeeded' ? 'ok' : 'danger'}>
        {statusCode === null ? t('integration.no-answer') : String(statusCode)}
      </Mark>{' '}
      {t('timeline.duration', { ms: String(durationMs) })}, <Time at={sentAt} />
      {status !== 'succeeded' && (
        <span className="hint">
          {' '}
          {error} {responseExcerpt}
        </span>
      )}
    </>
  )
}

function Ping({
  merchantId,
  onPinged,
}: {
  merchantId: string
  onPinged: WebhookProps['onPinged']
}) {
  const t = useTranslate()
  const ping = useAction('callback.ping', ({ eventId }) => onPinged(eventId))
  return (
    <>
      <button
        type="button"
        className="quiet"
        aria-disabled={ping.isPending}
        title={commandLine('callback ping', [], { merchant: merchantId })}
        onClick={() => {
          if (!ping.isPending) ping.mutate({ merchantId })
        }}
      >
        {t('integration.send-ping')}
      </button>
      <ActionTrouble error={ping.error} />
    </>
  )
}

function SetUrl({ integration }: { integration: Integration }) {
  const t = useTranslate()
  const isFirst = integration.callback.url === null
  return (
    <ActionFormButton
      dashboardAction="callback.set"
      label={t(isFirst ? 'integration.set-url' : 'integration.change-url')}
    >
      {(opened) => <SetUrlDialog integration={integration} opened={opened} />}
    </ActionFormButton>
  )
}

function SetUrlDialog({
  integration: { merchantId, name, callback },
  opened,
}: {
  integration: Integration
  opened: Opened<'callback.set'>
}) {
  const t = useTranslate()
  const [before] = useState(callback.url)
  const [url, setUrl] = useState(before ?? '')
  return (
    <ActionDialog<'callback.set'>
      {...opened}
      input={() => (url.trim() === '' ? undefined : { merchantId, url: url.trim() })}
      title={t('integration.url-title', { name })}
      verb={t('integration.url-verb')}
    >
      <p>{t('integration.url-text')}</p>
      <Field
        label={t('integration.url')}
        hint={before !== null && t('change.before', { text: before })}
      >
        {(attributes) => (
          <input
            {...attributes}
            inputMode="url"
            autoComplete="off"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Field>
      <Command line={commandLine('callback set', [], { merchant: merchantId, url: url.trim() })} />
    </ActionDialog>
  )
}

function RotateSecret({
  merchantId,
  onMade,
}: {
  merchantId: string
  onMade: WebhookProps['onMade']
}) {
  const t = useTranslate()
  const [overlap, setOverlap] = useState<Overlap>('day')
  const { seconds, option } = overlapOption(overlap)
  return (
    <ActionButton
      dashboardAction="secret.rotate"
      input={{ merchantId, overlapSeconds: seconds }}
      label={t('integration.rotate-secret')}
      title={t('integration.secret-title')}
      verb={t('integration.rotate-secret')}
      onDone={({ webhookSecret }) => onMade(webhookSecret)}
    >
      <p>{t('integration.secret-text')}</p>
      <OverlapField overlap={overlap} onChange={setOverlap} />
      <Command
        line={commandLine('callback rotate', [], { merchant: merchantId, overlap: option })}
      />
    </ActionButton>
  )
}

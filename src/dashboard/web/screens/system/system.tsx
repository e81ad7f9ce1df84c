import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { System } from '#contract/dashboard/system.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Time } from '../../parts/time.tsx'
import { type Deps, useDeps } from '../../deps.ts'
import { useLanguage, useTranslate } from '../../words/use-language.ts'

const BACKLOG = [
  'pendingDeliveries',
  'oldestUndeliveredSeconds',
  'exhaustedDeliveries',
  'unknownPayments',
  'oldestUnknownPaymentSeconds',
  'overdueInquirySeconds',
  'amountMismatches',
  'owedRefunds',
  'owedRefundAgeSeconds',
  'oldestUnsentReceiptSeconds',
] as const

function systemQuery({ call }: Pick<Deps, 'call'>) {
  return queryOptions({
    queryKey: ['system'],
    queryFn: ({ signal }) => call<System>('/system', { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
  })
}

export async function loadSystem(deps: Deps): Promise<null> {
  await deps.queryClient.fetchQuery(systemQuery(deps))
  return null
}

/** `/system`: the installation's state. It shows no value of a setting. */
export function SystemScreen() {
  const t = useTranslate()
  const { data } = useSuspenseQuery(systemQuery(useDeps()))
  const waiting = BACKLOG.filter((name) => (data.backlog[name] ?? 0) > 0)
  return (
    <>
      <ScreenHeading>{t('system.title')}</ScreenHeading>
      <Facts system={data} />
      <section aria-labelledby="backlog">
        <h2 id="backlog">{t('system.backlog')}</h2>
        {waiting.length === 0 && <p className="hint">{t('system.backlog-none')}</p>}
        {waiting.length > 0 && (
          <ul className="rows figures">
            {waiting.map((name) => (
              <li key={name}>
                <span>{t(`backlog.${name}`)}</span>
                <Figure value={data.backlog[name] ?? 0} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <Settings settings={data.process.settings} />
    </>
  )
}

function Facts({ system: { environment, process, database } }: { system: System }) {
  const t = useTranslate()
  const { pendingMigrations } = database
  return (
    <dl className="facts">
      <div>
        <dt>{t('system.version')}</dt>
        <dd>
          {process.version}, Node {process.node}
        </dd>
      </div>
      <div>
        <dt>{t('system.environment')}</dt>
        <dd>{environment}</dd>
      </div>
      <div>
        <dt>{t('system.parts')}</dt>
        <dd>{process.parts.join(', ')}</dd>
      </div>
      <div>
        <dt>{t('system.started')}</dt>
        <dd>
          <Time at={process.startedAt} />
        </dd>
      </div>
      <div>
        <dt>{t('system.heap')}</dt>
        <dd>
          <Of used={process.heapUsedBytes} max={process.heapMaxBytes} />
        </dd>
      </div>
      <div>
        <dt>{t('system.database')}</dt>
        <dd>
          {t('system.database-text', {
            version: database.version,
            size: megabytes(database.bytes),
          })}{' '}
          {database.isReadOnly && <Mark tone="danger">{t('system.read-only')}</Mark>}
        </dd>
      </div>
      <div>
        <dt>{t('system.migration')}</dt>
        <dd>
          {database.migration}{' '}
          {pendingMigrations.length > 0 && (
            <Mark tone="warn">{t('system.pending', { names: pendingMigrations.join(', ') })}</Mark>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('system.breakers')}</dt>
        <dd>
          {process.breakersOpen.length === 0
            ? t('system.breakers-none')
            : process.breakersOpen.map((method) => (
                <Mark key={method} tone="danger">
                  {method}
                </Mark>
              ))}
        </dd>
      </div>
    </dl>
  )
}

function Settings({ settings }: Pick<System['process'], 'settings'>) {
  const t = useTranslate()
  const names = (isSet: boolean) =>
    settings.filter((setting) => setting.isSet === isSet).map(({ name }) => name)
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">{t('system.settings')}</h2>
      <p className="hint">{t('system.settings-text')}</p>
      <dl className="facts">
        {[true, false].map((isSet) => (
          <div key={String(isSet)}>
            <dt>{t(isSet ? 'system.set' : 'system.unset')}</dt>
            <dd>
              <ul className="names">
                {names(isSet).map((name) => (
                  <li key={name}>
                    <code>{name}</code>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Of({ used, max }: { used: number; max: number }) {
  return useTranslate()('system.of', { used: megabytes(used), max: megabytes(max) })
}

function Figure({ value }: { value: number }) {
  const { locale } = useLanguage()
  return (
    <strong>{new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(value)}</strong>
  )
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MiB`
}

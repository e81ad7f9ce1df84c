import { useState } from 'react'
import { PAYMENT_COLUMNS, PERSON_COLUMNS, REFUND_COLUMNS } from '#domain/export-columns.ts'
import { localTimeOf } from '#domain/local-time.ts'
import { useExtent } from '../actions/may.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useZone } from '../parts/zone.ts'
import { useTranslate } from '../words/use-language.ts'

const FORMATS = ['csv', 'excel', 'jsonl'] as const

interface Exported {
  list: 'payments' | 'refunds'
  /** Null: all merchants. */
  merchantId: string | null
  /** The list's filters, without its days. */
  filters: Readonly<Partial<Record<string, string>>>
  from: string | undefined
  to: string | undefined
}

/** Opens the dialog of the export; shown only to people who may export. */
export function ExportButton(exported: Exported) {
  const t = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  const mayExport = useExtent('exports:create', exported.merchantId) !== undefined
  if (!mayExport) return null
  return (
    <>
      <button type="button" className="quiet" onClick={() => setIsOpen(true)}>
        {t('export.button')}
      </button>
      {isOpen && <ExportDialog {...exported} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ExportDialog({
  list,
  merchantId,
  filters,
  from,
  to,
  onClose,
}: Exported & { onClose: () => void }) {
  const t = useTranslate()
  const { timeZone } = useZone()
  const [days, setDays] = useState(() => daysOf(timeZone, { from, to }))
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('csv')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [persons, setPersons] = useState(false)
  const mayShowPersons = useExtent('persons:read', merchantId) === 'all' && list === 'payments'
  const all = [
    ...(list === 'payments' ? PAYMENT_COLUMNS : REFUND_COLUMNS),
    ...(persons ? PERSON_COLUMNS : []),
  ]
  const columns = all.filter((name) => !left.has(name))
  const isRight = days.from !== '' && days.to !== '' && days.from <= days.to && columns.length > 0
  const query = new URLSearchParams({ format, ...days, tz: timeZone })
  if (merchantId !== null) query.set('merchant', merchantId)
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) query.set(name, value)
  if (persons) query.set('persons', 'yes')
  if (columns.length < all.length) query.set('columns', columns.join(','))
  const command = `npx --no checkout export ${list} ${merchantId === null ? '--all-merchants' : `--merchant ${merchantId}`} --from ${days.from} --to ${days.to} --tz ${timeZone} --format ${format}`

  return (
    <Dialog title={t(`export.title-${list}`)} onClose={onClose}>
      <div className="filter-form">
        {(['from', 'to'] as const).map((end) => (
          <label key={end} className="field">
            <span>{t(`payments.${end}`)}</span>
            <input
              type="date"
              value={days[end]}
              onChange={({ target }) => setDays({ ...days, [end]: target.value })}
            />
          </label>
        ))}
      </div>
      <p className="hint">{t('export.zone', { zone: timeZone })}</p>
      <fieldset>
        <legend>{t('export.format')}</legend>
        {FORMATS.map((name) => (
          <label key={name} className="check">
            <input
              type="radio"
              name="format"
              checked={format === name}
              onChange={() => setFormat(name)}
            />{' '}
            {t(`export.${name}`)}
          </label>
        ))}
      </fieldset>
      {mayShowPersons && (
        <label className="check">
          <input
            type="checkbox"
            checked={persons}
            onChange={({ target }) => setPersons(target.checked)}
          />{' '}
          {t('export.persons')}
        </label>
      )}
      <details>
        <summary>{t('export.columns', { count: columns.length })}</summary>
        <div className="export-columns">
          {all.map((name) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={!left.has(name)}
                onChange={({ target }) => {
                  const next = new Set(left)
                  if (target.checked) next.delete(name)
                  else next.add(name)
                  setLeft(next)
                }}
              />{' '}
              <code>{name}</code>
            </label>
          ))}
        </div>
      </details>
      {Object.keys(filters).length > 0 && <p className="hint">{t('export.filtered')}</p>}
      <p className="hint">{t('export.whole')}</p>
      <p className="hint">
        {t('export.command')} <CopyButton text={command} what={t('key.command')} />
      </p>
      <p role="alert" className="trouble">
        {!isRight && t('export.not-right')}
      </p>
      <div className="dialog-actions">
        <button type="button" className="quiet" onClick={onClose}>
          {t('dashboard-action.leave')}
        </button>
        {isRight && (
          <a
            className="main-button link-button"
            href={`/api/exports/${list}?${query}`}
            download
            onClick={onClose}
          >
            {t('export.download')}
          </a>
        )}
      </div>
    </Dialog>
  )
}

/** The days of the list's filters. By default, from the first of the month until today. */
function daysOf(timeZone: string, { from, to }: Pick<Exported, 'from' | 'to'>) {
  const today = localTimeOf(timeZone).format(new Date()).slice(0, 'yyyy-mm-dd'.length)
  return { from: from ?? `${today.slice(0, -2)}01`, to: to ?? today }
}

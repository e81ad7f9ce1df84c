import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { SavedView, SavedViews as Answer } from '#contract/dashboard/views.ts'
import { Trouble } from '../layout/error-view.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { type Deps, useDeps } from '../deps.ts'
import { useTranslate } from '../words/use-language.ts'
import { useFilters } from './list-filters.ts'

type List = 'payments' | 'refunds'
type Filters = Readonly<Partial<Record<string, string>>>

const NAME_LENGTH_MAX = 60

function viewsQuery({ call }: Deps, list: List, merchantId: string | undefined) {
  const query = new URLSearchParams({ list, ...(merchantId && { merchant: merchantId }) })
  return queryOptions({
    queryKey: ['views', list, merchantId ?? null],
    queryFn: ({ signal }) => call<Answer>(`/views?${query}`, { signal }),
  })
}

/** Saved views as links, and a form that saves the filters of the address as a view. */
export function SavedViews({ list, filterNames }: SavedViewsProps) {
  const t = useTranslate()
  const deps = useDeps()
  const queryClient = useQueryClient()
  const { merchantId } = useParams()
  const { filters, addressWith } = useFilters(filterNames)
  const { queryKey, ...query } = viewsQuery(deps, list, merchantId)
  const views = useQuery({ queryKey, ...query }).data?.views ?? []
  const [isSaving, setIsSaving] = useState(false)
  const titleId = useId()
  const removing = useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => deps.call(`/views/${id}/remove`, { method: 'POST', body: {} }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  const isFiltered = Object.keys(filters).length > 0
  if (views.length === 0 && !isFiltered) return null
  return (
    <div className="quick views">
      {views.length > 0 && (
        <>
          <span id={titleId} className="hint">
            {t('views.title')}
          </span>
          <ul aria-labelledby={titleId}>
            {views.map((view) => (
              <li key={view.id}>
                <Link
                  to={addressWith(withDays(view.filters, filters))}
                  aria-current={isShown(view, filters) ? 'true' : undefined}
                >
                  {view.name}
                </Link>
                {view.isOwn && (
                  <button
                    type="button"
                    className="quiet"
                    aria-label={t('views.remove', { name: view.name })}
                    onClick={() => removing.mutate(view.id)}
                  >
                    ×
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {isFiltered && (
        <button type="button" className="quiet" onClick={() => setIsSaving(true)}>
          {t('views.save')}
        </button>
      )}
      <Trouble error={removing.error} />
      {isSaving && (
        <SaveDialog
          view={{ list, merchant: merchantId ?? null, filters }}
          onClose={() => setIsSaving(false)}
          onSaved={() => void queryClient.invalidateQueries({ queryKey })}
        />
      )}
    </div>
  )
}

interface SavedViewsProps {
  list: List
  filterNames: readonly string[]
}

/** A view without days keeps those of the address. */
function withDays(view: Filters, { from, to }: Filters): Filters {
  const hasDays = view['from'] !== undefined || view['to'] !== undefined
  return hasDays ? view : { ...view, ...(from && { from }), ...(to && { to }) }
}

function isShown({ filters: view }: Pick<SavedView, 'filters'>, filters: Filters): boolean {
  const sorted = (of: Filters) => JSON.stringify(Object.entries(of).toSorted(byName))
  return sorted(withDays(view, filters)) === sorted(filters)
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}

function SaveDialog({ view, onClose, onSaved }: SaveDialogProps) {
  const t = useTranslate()
  const { call } = useDeps()
  const [name, setName] = useState('')
  const [isShared, setIsShared] = useState(false)
  const saving = useMutation({
    networkMode: 'always',
    mutationFn: () =>
      call('/views', { method: 'POST', body: { ...view, name: name.trim(), isShared } }),
    onSuccess: () => {
      onSaved()
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }

  return (
    <Dialog title={t('views.save-title')} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <Field label={t('views.name')} hint={t('views.name-hint')}>
          {(attributes) => (
            <input
              {...attributes}
              value={name}
              required
              maxLength={NAME_LENGTH_MAX}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={isShared}
            onChange={({ target }) => setIsShared(target.checked)}
          />
          {t('views.share')}
        </label>
        <Trouble error={saving.error} />
        <div className="form-actions">
          <button type="submit" className="main-button" aria-disabled={saving.isPending}>
            {t(saving.isPending ? 'dashboard-action.pending' : 'views.button')}
          </button>
          <button type="button" className="quiet" onClick={onClose}>
            {t('dashboard-action.leave')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface SaveDialogProps {
  view: { list: List; merchant: string | null; filters: Filters }
  onClose: () => void
  onSaved: () => void
}

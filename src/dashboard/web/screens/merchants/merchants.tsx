import { useSuspenseQuery } from '@tanstack/react-query'
import { Form, Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { useExtent } from '../../actions/may.ts'
import { ScreenHeading } from '../../layout/screen-heading.tsx'
import { merchantsQuery } from '../../merchants/queries.ts'
import { WebhookMark } from '../../merchants/webhook-mark.tsx'
import { type Deps, useDeps } from '../../deps.ts'
import { useTranslate } from '../../words/use-language.ts'

const askedIn = (search: URLSearchParams) => ({
  q: search.get('q')?.trim() ?? '',
  after: search.get('after') ?? '',
})

export async function loadMerchants(
  deps: Deps,
  { request }: Pick<LoaderFunctionArgs, 'request'>,
): Promise<null> {
  const asked = askedIn(new URL(request.url).searchParams)
  await deps.queryClient.ensureQueryData(merchantsQuery(deps, asked))
  return null
}

/** `/m`: merchants by name, with the health of each one's webhook endpoint. */
export function MerchantsScreen() {
  const t = useTranslate()
  const [search] = useSearchParams()
  const { q, after } = askedIn(search)
  const { items, hasMore } = useSuspenseQuery(merchantsQuery(useDeps(), { q, after })).data
  const last = items.at(-1)
  const mayCreate = useExtent('merchants:create', null) !== undefined
  return (
    <>
      <div className="screen-head">
        <ScreenHeading>{t('merchants.title')}</ScreenHeading>
        {mayCreate && (
          <Link to="/m/new" className="main-button link-button">
            {t('merchants.new')}
          </Link>
        )}
      </div>
      <search aria-label={t('merchants.search')}>
        <Form className="search">
          <input
            // Remounts the field when the address changes, so that it shows the text of that address.
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            aria-label={t('merchants.search')}
            placeholder={t('merchants.search')}
            autoComplete="off"
          />
          <button type="submit" className="quiet">
            {t('find.button')}
          </button>
        </Form>
      </search>
      {items.length === 0 ? (
        <div className="empty">
          {q === '' && after === '' ? (
            <>
              <p>{t('merchants.none')}</p>
              <p className="hint">{t('merchants.none-text')}</p>
            </>
          ) : (
            <>
              <p>{t('merchants.no-match', { text: q })}</p>
              <p>
                <Link to="/m">{t('merchants.all')}</Link>
              </p>
            </>
          )}
        </div>
      ) : (
        <ul className="rows hits">
          {items.map(({ id, name, country, currency, webhook, liveKeys }) => (
            <li key={id}>
              <WebhookMark state={webhook} />
              <span className="hit-main">
                <Link to={`/m/${id}`}>{name}</Link>{' '}
                <span className="hint">
                  {country} · {currency}
                </span>
              </span>
              <span className="hint">{t('merchants.keys', { count: liveKeys })}</span>
            </li>
          ))}
        </ul>
      )}
      <nav className="pages" aria-label={t('merchants.pages')}>
        {after !== '' && (
          <Link to={`/m?${new URLSearchParams(q === '' ? {} : { q })}`}>
            {t('merchants.first')}
          </Link>
        )}
        {hasMore && last !== undefined && (
          <Link to={`/m?${new URLSearchParams({ ...(q !== '' && { q }), after: last.id })}`}>
            {t('merchants.more')}
          </Link>
        )}
      </nav>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { merchantZoneQuery } from '../calls/merchant-zone.ts'
import { ScreenHeading } from '../layout/screen-heading.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { useDeps } from '../deps.ts'
import { useTranslate } from '../words/use-language.ts'

/** Names a list, of the address's merchant or of all, with the link to it and the other actions that it has. */
export function ListHead({
  list,
  children,
}: {
  list: 'payments' | 'refunds' | 'disputes'
  children?: ReactNode
}) {
  const t = useTranslate()
  const deps = useDeps()
  const { merchantId } = useParams()
  const merchant = useQuery({
    ...merchantZoneQuery(deps, merchantId ?? ''),
    enabled: merchantId !== undefined,
  })
  const name = merchantId === undefined ? undefined : merchant.data?.name
  return (
    <header className="list-head">
      <ScreenHeading>
        {name === undefined ? t(`${list}.title`) : t(`${list}.title-of`, { name })}
      </ScreenHeading>
      <span className="list-actions">
        <CopyButton text={location.href} what={t('list.link')} />
        {children}
      </span>
    </header>
  )
}

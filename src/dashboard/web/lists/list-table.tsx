import { type ReactNode, useRef } from 'react'
import { useTranslate } from '../words/use-language.ts'
import { useRowKeys } from './use-row-keys.ts'

/** A table of a list, whose rows (`data-id`) are reached and copied by keys. `heads` are the cells of its head. */
export function ListTable({
  label,
  heads,
  note,
  children,
}: {
  label: string
  heads: ReactNode
  /** Stands under the table. */
  note?: string
  children: ReactNode
}) {
  const t = useTranslate()
  const table = useRef<HTMLTableElement>(null)
  const copied = useRowKeys(table)
  return (
    <>
      <table ref={table} className="list-table" aria-label={label}>
        <thead>
          <tr>{heads}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {note !== undefined && <p className="hint">{note}</p>}
      <output className="visually-hidden">
        {copied !== null && t('list.copied', { id: copied })}
      </output>
    </>
  )
}

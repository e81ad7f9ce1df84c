import { useFocusOnChange } from './first-screen.ts'

/** An alert: why the last payment failed, and what to do. */
export function Notice({ title, children }: { title: string; children: string }) {
  const notice = useFocusOnChange<HTMLDivElement>()
  return (
    <div className="notice" role="alert" ref={notice} tabIndex={-1}>
      <strong>{title}</strong>
      <span>{children}</span>
    </div>
  )
}

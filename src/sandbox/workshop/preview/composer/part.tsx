import type { ReactNode } from 'react'
import { useComposer } from './composer-context.ts'

interface PartProps {
  title: string
  /** Prefixes of the paths of its fields. */
  paths: readonly string[]
  open?: boolean
  children: ReactNode
}

/** A collapsible part of the form; collapsed, it still shows that a field has an error. */
export function Part({ title, paths, open = false, children }: PartProps) {
  const { errors } = useComposer()
  const count = errors.filter(({ path }) =>
    paths.some((name) => path === name || path.startsWith(`${name}.`)),
  ).length
  return (
    <details className="part" open={open}>
      <summary>
        {title}
        {count > 0 && (
          <span className="part-wrong">{count === 1 ? '1 problem' : `${count} problems`}</span>
        )}
      </summary>
      <div className="part-body">{children}</div>
    </details>
  )
}

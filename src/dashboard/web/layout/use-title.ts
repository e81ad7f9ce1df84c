import { useEffect } from 'react'
import { useDeps } from '../deps.ts'
import { useTranslate } from '../words/use-language.ts'

/** Sets the title of the window. */
export function useTitle(title: string): void {
  const { additions } = useDeps()
  const name = useTranslate()('app.name')
  useEffect(() => {
    document.title = `${additions.titlePrefix}${title} · ${name}`
  }, [additions, title, name])
}

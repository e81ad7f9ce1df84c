import { useCallback } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

/** Updates the current search parameters, which can be newer than the rendered ones. */
export function useChangeSearch() {
  const [, setSearch] = useSearchParams()
  return useCallback(
    (change: (search: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
      setSearch(change(new URLSearchParams(window.location.search)), options),
    [setSearch],
  )
}

import { useCallback } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

/** Changes the address from what it is at that moment; what has been rendered follows it later. */
export function useChangeSearch() {
  const [, setSearch] = useSearchParams()
  return useCallback(
    (change: (search: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
      setSearch(change(new URLSearchParams(window.location.search)), options),
    [setSearch],
  )
}

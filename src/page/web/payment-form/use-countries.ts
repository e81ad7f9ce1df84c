import { useQuery } from '@tanstack/react-query'
import { useBrowser } from '../browser.ts'
import type { CountryNames } from '../page-data.ts'
import { answerParser } from '../session/answer-parser.ts'

/** The selectable countries: those embedded in the page, then all, loaded later to keep the page small. */
export function useCountries(own: CountryNames, path: string | null): CountryNames {
  const { fetch } = useBrowser()
  const { data } = useQuery({
    queryKey: ['countries', path],
    queryFn: async ({ signal }) => {
      const answer = await fetch(path ?? '', { signal })
      const { parseCountries } = await answerParser()
      return parseCountries(await answer.json())
    },
    enabled: path !== null,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data ?? own
}

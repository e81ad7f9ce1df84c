import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PreviewAnswer } from '#contract/preview.ts'

/** The server's check of a composition, and the last composition without errors. */
export function useAnswer(code: string | null) {
  const [shown, setShown] = useState<{ code: string; answer: PreviewAnswer } | null>(null)
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['preview', code],
    queryFn: ({ signal }) => readAnswer(code ?? '', signal),
    enabled: code !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: 2,
  })
  const isNew = data !== undefined && !isPlaceholderData && data.errors.length === 0
  if (isNew && code !== null && shown?.code !== code) setShown({ code, answer: data })
  return { answer: data, shown, isUnreachable: isError }
}

async function readAnswer(code: string, signal: AbortSignal): Promise<PreviewAnswer> {
  const response = await fetch(`/api/preview/${code}`, { signal })
  if (!response.ok) throw new Error(`the preview answered ${response.status}`)
  return (await response.json()) as PreviewAnswer
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Route, Routes, useParams } from 'react-router'
import type { Page } from './additions.ts'
import { CheckoutPage } from './checkout-page.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageFrame } from './layout/page-frame.tsx'
import { BrokenScreen, ProblemScreen } from './screens/problem.tsx'
import { WithoutScript } from './without-script/without-script.tsx'
import { TranslateContext } from './use-translate.ts'
import { createTranslate } from '#words/words.ts'

/** The whole page, isomorphic: server and browser wrap it in different routers. */
export function App({ page }: { page: Page }) {
  const t = useMemo(() => createTranslate(page.words, page.locale, page.direction), [page])
  const [queryClient] = useState(() => new QueryClient())
  return (
    <TranslateContext value={t}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary
          fallback={
            <PageFrame page={page}>
              <BrokenScreen requestId={null} />
            </PageFrame>
          }
        >
          <Routes>
            <Route path="/c/:reference" element={<CheckoutRoute page={page} />} />
            <Route path="*" element={<ProblemPage page={page} />} />
          </Routes>
        </ErrorBoundary>
      </QueryClientProvider>
    </TranslateContext>
  )
}

function CheckoutRoute({ page }: { page: Page }) {
  const { reference } = useParams()
  if (reference === undefined || page.checkout === null) return <ProblemPage page={page} />
  return <CheckoutPage page={page} reference={reference} initial={page.checkout} />
}

function ProblemPage({ page }: { page: Page }) {
  return (
    <PageFrame page={page}>
      <ProblemScreen problem={page.problem} />
      <WithoutScript />
    </PageFrame>
  )
}

import './styles/dashboard.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createCall } from './calls/call.ts'
import { DASHBOARD_ROOT_ID } from '#contract/dashboard/root-id.ts'
import { carryZone } from './layout/carry-zone.ts'
import { createRoutes } from './routes.tsx'
import { type FrameAdditions, DepsContext } from './deps.ts'
import { type Language, loadWords } from './words/load-words.ts'
import { LanguageContext } from './words/use-language.ts'

/** Renders the dashboard into its document. */
export async function startDashboard(
  additionsIn: (language: Language) => FrameAdditions,
): Promise<void> {
  const root = document.getElementById(DASHBOARD_ROOT_ID)
  if (root === null) throw new Error(`the document has no #${DASHBOARD_ROOT_ID}`)
  const language = await loadWords(navigator.languages)
  const deps = {
    call: createCall((...request) => fetch(...request)),
    queryClient: new QueryClient({
      // Pages show themselves that an answer is missing, with a button to retry.
      defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 5_000 } },
    }),
    additions: additionsIn(language),
  }
  createRoot(root).render(
    <LanguageContext value={language}>
      <DepsContext value={deps}>
        <QueryClientProvider client={deps.queryClient}>
          <RouterProvider router={carryZone(createRoutes(deps))} />
        </QueryClientProvider>
      </DepsContext>
    </LanguageContext>,
  )
}

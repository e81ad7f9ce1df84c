import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Route, Routes } from 'react-router'
import { readWorkshopData } from './workshop-data.ts'
import { WorkshopFrame } from './layout/workshop-frame.tsx'

const PreviewPage = lazyPage(async () => (await import('./preview/preview-page.tsx')).PreviewPage)

export function Workshop() {
  const [queryClient] = useState(() => new QueryClient())
  const [{ adminUrl }] = useState(() => readWorkshopData(document))
  return (
    <QueryClientProvider client={queryClient}>
      <WorkshopFrame adminUrl={adminUrl}>
        <Suspense fallback={null}>
          <Routes>
            <Route path="/preview" element={<PreviewPage />} />
          </Routes>
        </Suspense>
      </WorkshopFrame>
    </QueryClientProvider>
  )
}

function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}

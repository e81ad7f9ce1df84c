import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Route, Routes } from 'react-router'
import { WorkshopFrame } from './layout/workshop-frame.tsx'

const PreviewPage = lazyPage(async () => (await import('./preview/preview-page.tsx')).PreviewPage)
const NotificationsPage = lazyPage(
  async () => (await import('./notifications/notifications-page.tsx')).NotificationsPage,
)

export function Workshop() {
  const [queryClient] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queryClient}>
      <WorkshopFrame>
        <Suspense fallback={null}>
          <Routes>
            <Route path="/preview" element={<PreviewPage />} />
            <Route path="/notifications/*" element={<NotificationsPage />} />
          </Routes>
        </Suspense>
      </WorkshopFrame>
    </QueryClientProvider>
  )
}

function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}

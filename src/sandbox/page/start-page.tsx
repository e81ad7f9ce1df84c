import type { EarlyForm } from '#page/web/early-form/early-form.ts'
import type { PageData } from '#page/web/page-data.ts'
import { startPage as startOurs } from '#page/web/start-page.tsx'
import { withAdditions } from './additions.tsx'

/** Hydrates the page with the sandbox's additions. */
export function startPage(page: PageData, earlyForm: EarlyForm | null): Promise<void> {
  return startOurs(withAdditions(page), earlyForm)
}

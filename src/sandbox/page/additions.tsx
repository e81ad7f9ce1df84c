import type { Page } from '#page/web/additions.ts'
import type { PageData } from '#page/web/page-data.ts'
import { OutcomePanel } from './outcome-panel.tsx'
import { SandboxBanner } from './sandbox-banner.tsx'
import { TestValues } from './test-values.tsx'

export function withAdditions(page: PageData): Page {
  const { sandbox: words, reference, locale } = page
  if (words === null) return page
  return {
    ...page,
    additions: {
      banner: <SandboxBanner words={words} />,
      belowForm: <TestValues locale={locale} words={words} />,
      belowScreen: ({ checkout, refresh }) =>
        reference !== null && (
          <OutcomePanel
            reference={reference}
            checkout={checkout}
            locale={locale}
            words={words}
            refresh={refresh}
          />
        ),
    },
  }
}

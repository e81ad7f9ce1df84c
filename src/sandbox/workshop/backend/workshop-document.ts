import type { WorkshopData } from '#contract/preview.ts'
import { WORKSHOP_DATA_ID, WORKSHOP_ROOT_ID } from '../root.ts'
import { inlineJson } from '#page/bff/document.ts'
import type { LoadedSinglePage } from '#http/load-single-page.ts'

/** The HTML document of all pages for merchants; its script renders them. */
export function workshopDocument({ record }: LoadedSinglePage, data: WorkshopData): string {
  const { entry, preloads, css, importMap, scripts } = record
  const integrity = (path: string) => ` integrity="${scripts[path] ?? ''}"`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>Sandbox</title>
<meta name="robots" content="noindex,nofollow">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script type="importmap">${importMap}</script>
<script type="module" src="${entry}"${integrity(entry)}></script>
${preloads.map((path) => `<link rel="modulepreload" href="${path}"${integrity(path)}>`).join('\n')}
<style>${css}</style>
</head>
<body>
<div id="${WORKSHOP_ROOT_ID}"></div>
<script type="application/json" id="${WORKSHOP_DATA_ID}">${inlineJson(data)}</script>
<noscript>These pages need JavaScript; the checkout itself does not.</noscript>
</body>
</html>`
}

import type { Environment } from '#contract/environment.ts'
import { DASHBOARD_ROOT_ID } from '#contract/dashboard/root-id.ts'
import type { LoadedSinglePage } from '#http/load-single-page.ts'

/** A square in production, a striped triangle in the sandbox: told apart without colours, too. */
const ICONS: Readonly<Record<Environment, string>> = {
  production:
    '<rect width="32" height="32" rx="4" fill="#14171f"/><path d="M9 16.5l5 5L23.5 11" fill="none" stroke="#fff" stroke-width="3"/>',
  sandbox:
    '<path d="M16 2 31 30H1z" fill="#f5c26b"/><path d="M16 2 31 30h-6L13 8zM10 13l9 17h-8l-5-9z" fill="#8a5300"/>',
}

/** The one document of all the dashboard's addresses: it holds nobody's data, so it is the same for everybody. */
export function dashboardDocument(
  { entry, preloads, css, importMap, scripts }: LoadedSinglePage['record'],
  environment: Environment,
): string {
  const integrity = (path: string) => ` integrity="${scripts[path] ?? ''}"`
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ICONS[environment]}</svg>`
  const prefix = environment === 'sandbox' ? '[sandbox] ' : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${prefix}Checkout</title>
<meta name="robots" content="noindex,nofollow">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<script type="importmap">${importMap}</script>
<script type="module" src="${entry}"${integrity(entry)}></script>
${preloads.map((path) => `<link rel="modulepreload" href="${path}"${integrity(path)}>`).join('\n')}
<style>${css}</style>
</head>
<body>
<div id="${DASHBOARD_ROOT_ID}"></div>
<noscript>The dashboard needs JavaScript; the checkout itself does not.</noscript>
</body>
</html>`
}
